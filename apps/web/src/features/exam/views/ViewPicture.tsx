import type { SliceMark } from '../exam-marks.ts';
import { MarkBoxes } from '../MarkBoxes.tsx';
import type { Hanging, HungView, Side } from './hang.ts';
import { cornerOf } from './look.ts';

interface ViewPictureProps {
  hanging: Hanging;
  shown: HungView;
  side: Side;
  marks: readonly SliceMark[];
  onFail: () => void;
}

/** A mammogram with the outlines of its findings, in units of the hanging; to stand within an SVG. */
export function ViewPicture({ hanging, shown, side, marks, onFail }: ViewPictureProps) {
  const { x, y } = cornerOf(hanging, shown, side);
  const { slice, unit, isMirrored, url } = shown;
  const size = { width: slice.width ?? 1, height: slice.height ?? 1 };
  const mirror = isMirrored ? ` translate(${size.width} 0) scale(-1 1)` : '';
  return (
    <g transform={`translate(${x} ${y}) scale(${unit.x} ${unit.y})${mirror}`}>
      <image href={url} {...size} preserveAspectRatio="none" onError={onFail} />
      <MarkBoxes marks={marks} />
    </g>
  );
}
