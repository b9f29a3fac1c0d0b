import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Finger } from '../../stage/input/stage-pointer.ts';
import type { PressedKey } from '../../stage/input/use-image-keys.ts';
import { useWheelSteps } from '../../stage/input/use-wheel-steps.ts';
import type { StackPlace } from '../../stage/look/stack-look.ts';
import { Magnifier, type MagnifierHandle } from '../../stage/Magnifier.tsx';
import { markOver } from '../../stage/painting/marks-over.ts';
import { StageCanvas } from '../../stage/StageCanvas.tsx';
import type { Picture } from '../../stage/source/picture.ts';
import type { Stage } from '../../stage/stage.ts';
import type { SliceMark } from './exam-marks.ts';
import { MarkBoxes } from './MarkBoxes.tsx';
import { PictureGroup } from './PictureGroup.tsx';
import classes from './StagePane.module.css';

/** What the panes of a viewer have in common. */
export interface PaneTools {
  readonly finger: Finger;
  /** Whether the findings are drawn over the image. */
  readonly areMarksShown: boolean;
  /** Whether the image beneath the pointer is shown at full resolution. */
  readonly hasLens: boolean;
  /** Takes a stage among those that the tools act on. @returns what takes it out again. */
  readonly join: (stage: Stage, pane: string) => () => void;
  /** To be called after each redraw of a pane. */
  readonly onRender: (pane: string) => void;
  readonly onKeyDown: (event: PressedKey) => void;
  /** The reader works on this one: of several it is the one that becomes a key image. */
  readonly touched: (stage: Stage) => void;
}

interface StagePaneProps {
  tools: PaneTools;
  picture: Picture | null;
  place: StackPlace;
  marks: readonly SliceMark[];
  /** "Slice 12 of 30". */
  label: string;
  /** Which of the panes of a viewer it is. */
  pane?: string;
  /** Drawn over the image, stretched to its size. */
  overlay?: HTMLCanvasElement | null;
  /** Of a stack; without it the wheel zooms. */
  onStep?: (by: number) => void;
  onKeyDown: (event: PressedKey) => void;
  onPoint?: (point: { x: number; y: number }) => void;
  /** Drawn in pixels of the image, beside its marks. */
  children?: ReactNode;
  /** Whether the magnifier is on this pane, while it is on. */
  isMagnified?: boolean;
  /** In place of an image that is not there. */
  message?: ReactNode;
}

/** One image of an exam with its findings, on a stage; the wheel goes through the stack. */
export function StagePane(props: StagePaneProps) {
  const {
    tools,
    picture,
    place,
    marks,
    label,
    isMagnified = true,
    pane = 'axial',
    overlay = null,
    onStep = null,
    onPoint,
  } = props;
  const area = useRef<HTMLDivElement>(null);
  const group = useRef<SVGGElement>(null);
  const lens = useRef<MagnifierHandle>(null);
  const [stage, setStage] = useState<Stage | null>(null);
  useWheelSteps(area, onStep);
  const { join } = tools;
  useEffect(() => (stage ? join(stage, pane) : undefined), [stage, join, pane]);
  useLayoutEffect(() => stage?.lay(overlay), [stage, overlay]);
  const { areMarksShown } = tools;
  useLayoutEffect(() => {
    if (!stage) return;
    const over = marks.map(({ id, colour, outline, box }) => markOver(id, colour, outline ?? box));
    stage.marks = areMarksShown ? over : null;
  }, [stage, marks, areMarksShown]);
  const touched = () => stage && tools.touched(stage);
  const found = marks.map((mark) => mark.label).join(', ');
  return (
    <PictureGroup
      ref={area}
      className={classes.pane}
      data-finger={tools.finger}
      data-testid="exam-stage"
      aria-label={label}
      onFocus={touched}
      onPointerDownCapture={touched}
      onWheelCapture={touched}
      onKeyDown={(event) => {
        if (!event.defaultPrevented) props.onKeyDown(event);
        if (!event.defaultPrevented) tools.onKeyDown(event);
      }}
    >
      <StageCanvas
        ref={setStage}
        {...{ picture, place }}
        finger={tools.finger}
        testId={`plane-${pane}`}
        onPoint={([x, y]) => onPoint?.({ x, y })}
        onRender={({ matrix }) => {
          group.current?.setAttribute('transform', `matrix(${matrix.join(' ')})`);
          lens.current?.follow();
          tools.onRender(pane);
        }}
      >
        <svg
          className={classes.over}
          role="img"
          aria-label={found === '' ? label : `${label}: ${found}`}
          visibility={picture ? undefined : 'hidden'}
        >
          <g ref={group}>
            {tools.areMarksShown && <MarkBoxes marks={marks} />}
            {props.children}
          </g>
        </svg>
      </StageCanvas>
      {tools.hasLens && isMagnified && stage && picture && (
        <Magnifier
          ref={lens}
          {...{ stage, picture }}
          startsShown={pane !== 'coronal' && pane !== 'sagittal'}
        />
      )}
      {!picture && <div className={classes.message}>{props.message}</div>}
    </PictureGroup>
  );
}
