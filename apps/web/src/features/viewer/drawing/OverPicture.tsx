import {
  type ComponentProps,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react';
import { layerTransform, type StageMatrix, uprightTransform } from '../../../stage/geometry/stage-matrix.ts';
import type { Stage } from '../../../stage/stage.ts';
import type { LayerHandle } from '../chrome/Layer.tsx';
import classes from './Drawing.module.css';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Where something is drawn over the picture of a viewer. */
export interface OverPlace {
  readonly stage: Stage | null;
  /** As it is shown. */
  readonly picture: Size;
  /** Of the picture that was read, in whose pixels everything is drawn. */
  readonly size: Size;
  readonly handle: Ref<LayerHandle>;
}

interface OverPictureProps extends Omit<ComponentProps<'svg'>, 'ref'> {
  place: OverPlace;
  /** Takes pointer and focus. */
  isActive?: boolean;
  svgRef?: Ref<SVGSVGElement>;
  children: ReactNode;
}

/** Drawn in pixels of the picture that was read, and moved with what the viewer shows. */
export function OverPicture({ place, isActive = false, svgRef, children, ...others }: OverPictureProps) {
  const { stage, size, picture, handle } = place;
  const group = useRef<SVGGElement>(null);
  const follow = (matrix: StageMatrix, shown: Size) => {
    group.current?.setAttribute('transform', layerTransform(matrix, shown, size));
    group.current?.style.setProperty('--upright', uprightTransform(matrix, shown, size));
  };
  useImperativeHandle(handle, () => ({ place: follow }));
  useLayoutEffect(() => {
    const matrix = stage?.matrix();
    if (matrix) follow(matrix, picture);
  });
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named where it takes part; else the list beside it tells all
    <svg
      aria-hidden={!isActive || undefined}
      {...others}
      ref={svgRef}
      className={classes.over}
      data-active={isActive || undefined}
    >
      <g ref={group}>{children}</g>
    </svg>
  );
}
