import { type ReactNode, useRef } from 'react';
import type { SliceMark } from '../exam-marks.ts';
import { PictureGroup } from '../PictureGroup.tsx';
import { type Hanging, type HangingPlace, type HungView, placeName, placeWords } from './hang.ts';
import { viewBox } from './look.ts';
import { Magnifier } from './Magnifier.tsx';
import type { HangingState, LensPoint } from './use-hanging.ts';
import { ViewPicture } from './ViewPicture.tsx';
import classes from './Views.module.css';
import { onViewKey } from './view-keys.ts';
import { drag, pointOf, useWheelZoom } from './view-pointer.ts';

interface ViewPaneProps {
  hanging: Hanging;
  place: HangingPlace & { shown: HungView };
  /** Of the hanging's places. */
  index: number;
  state: HangingState;
  marks: readonly SliceMark[];
  isCurrent: boolean;
  onFinding: (direction: 1 | -1) => void;
  onFail: () => void;
}

/** One mammogram: wheel and keys zoom all views, dragging moves them, a double click shows it alone. */
export function ViewPane(props: ViewPaneProps) {
  const { hanging, place, index, state, marks, isCurrent, onFinding, onFail } = props;
  const { side, shown } = place;
  const svg = useRef<SVGSVGElement>(null);
  useWheelZoom(svg, hanging, { side, zoom: state.zoom });
  const { x, y, width, height } = viewBox(hanging, state.look, side);
  const moveLens = (right: number, down: number) => {
    const before = state.lensAt?.place === index ? state.lensAt.point : undefined;
    const { x: left, y: top } = before ?? { x: x + width / 2, y: y + height / 2 };
    state.setLensAt({ place: index, point: { x: left + right * width, y: top + down * height } });
  };
  const picture = <ViewPicture {...{ hanging, shown, side, marks, onFail }} />;
  const found = marks.map(({ label }) => label).join(', ');
  const words = placeWords(place) + (shown.isMirrored ? ', shown mirrored' : '');
  return (
    <PictureGroup
      className={classes.pane}
      data-current={isCurrent || undefined}
      aria-label={words}
      onKeyDown={(event) => onViewKey(event, { state, side, onFinding, moveLens })}
      onDoubleClick={() => state.choose(index)}
    >
      <svg
        ref={svg}
        className={classes.picture}
        data-zoomed={state.look.zoom > 1 || undefined}
        viewBox={`${x} ${y} ${width} ${height}`}
        preserveAspectRatio={side === 'right' ? 'xMaxYMid meet' : 'xMinYMid meet'}
        role="img"
        aria-label={found === '' ? words : `${words}: ${found}`}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={(event) => {
          if (state.hasLens) state.setLensAt({ place: index, point: pointOf(event) });
          else if (event.buttons === 1) drag(event, hanging, { side, state });
        }}
      >
        {picture}
      </svg>
      <span className={classes.name} data-side={side} aria-hidden>
        {placeName(place)}
        {!shown.isTold && ' ?'}
        {shown.isMirrored && ' · mirrored'}
      </span>
      {state.hasLens && state.lensAt?.place === index && (
        <Lens svg={svg.current} point={state.lensAt.point} unit={shown.unit.x}>
          {picture}
        </Lens>
      )}
    </PictureGroup>
  );
}

interface LensProps {
  svg: SVGSVGElement | null;
  point: LensPoint;
  unit: number;
  children: ReactNode;
}

function Lens({ svg, point, unit, children }: LensProps) {
  const matrix = svg?.getScreenCTM();
  const box = svg?.getBoundingClientRect();
  if (!matrix || !box) return null;
  const at = new DOMPoint(point.x, point.y).matrixTransform(matrix);
  return (
    <Magnifier point={point} at={{ x: at.x - box.x, y: at.y - box.y }} pxPerUnit={matrix.a} unit={unit}>
      {children}
    </Magnifier>
  );
}
