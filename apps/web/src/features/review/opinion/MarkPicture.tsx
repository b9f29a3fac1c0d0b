import type { Point } from '@second-read/core/reading/outline';
import type { Opinion } from '@second-read/core/review/opinion/opinion';
import type { MouseEvent } from 'react';
import type { ShownPicture } from '../../../ui/picture/shown-picture.ts';
import classes from './Opinion.module.css';

interface MarkPictureProps {
  shown: ShownPicture;
  findings: Opinion['findings'];
  /** The finding that the next click marks. */
  active: number;
  onPlace: (place: Point) => void;
}

/** The picture that is read: a click marks where the chosen finding lies. Without a mark its side tells. */
export function MarkPicture({ shown, findings, active, onPlace }: MarkPictureProps) {
  const { picture, slice, words } = shown;
  const { width, height } = shown.size;
  const radius = Math.max(width, height) / 60;
  const mark = (event: MouseEvent<SVGSVGElement>) => {
    if (findings[active] === undefined) return;
    const { left, top, width: shownWidth, height: shownHeight } = event.currentTarget.getBoundingClientRect();
    const x = Math.round(((event.clientX - left) / shownWidth) * width);
    const y = Math.round(((event.clientY - top) / shownHeight) * height);
    onPlace({ x: Math.min(Math.max(x, 0), width), y: Math.min(Math.max(y, 0), height) });
  };
  const marked = findings.flatMap(({ place, slice: on }, at) =>
    place && on === slice ? [{ ...place, at }] : [],
  );
  return (
    <figure className={classes.figure}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: marks are optional, sides are chosen by keyboard */}
      <svg
        viewBox={`0 0 ${width} ${height}`}
        className={classes.picture}
        role="img"
        aria-label={`The picture${words ? ` of ${words}` : ''}, ${marked.length} marked`}
        onClick={mark}
      >
        <image href={picture} width={width} height={height} preserveAspectRatio="none" />
        {marked.map(({ x, y, at }) => (
          <g key={at} className={classes.mark} data-active={at === active || undefined}>
            <circle cx={x} cy={y} r={radius} />
            <text x={x + radius * 1.3} y={y} fontSize={radius * 2}>
              {at + 1}
            </text>
          </g>
        ))}
      </svg>
      <figcaption>
        {findings.length === 0
          ? 'Add what you see, then click where it lies.'
          : 'Click where it lies (optional).'}
      </figcaption>
    </figure>
  );
}
