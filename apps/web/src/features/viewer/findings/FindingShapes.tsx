import type { ReportFinding } from '@second-read/core/report/document';
import { type Ref, useImperativeHandle, useRef } from 'react';
import type { LayerHandle } from '../chrome/Layer.tsx';
import { layerTransform, uprightTransform } from '../stage/stage-matrix.ts';
import classes from './FindingShapes.module.css';
import type { FindingMark, FindingMarks } from './finding-marks.ts';
import { lineStyle } from './line-styles.ts';
import type { FindingsDisplay, MarkStyle } from './use-findings-display.ts';
import { useRest } from './use-rest.ts';

interface FindingShapesProps {
  found: FindingMarks;
  display: Pick<FindingsDisplay, 'shown' | 'style' | 'opacity' | 'target'>;
  /** Those with places get their numbers there. */
  numbered: readonly ReportFinding[];
  ref: Ref<LayerHandle>;
}

/**
 * The findings over the picture, along the edges of the pixels that were marked. Lines keep their width at
 * every zoom and have a dark seam, so that they are seen on bright tissue and on their own colour.
 */
export function FindingShapes({ found, display, numbered, ref }: FindingShapesProps) {
  const { shown, style, opacity, target } = display;
  const svg = useRef<SVGSVGElement>(null);
  const group = useRef<SVGGElement>(null);
  const isResting = useRest(svg);
  useImperativeHandle(
    ref,
    () => ({
      place: (matrix, picture) => {
        const transform = layerTransform(matrix, picture, found.labels);
        // Set anew to the same value, it would have all outlines drawn again.
        if (group.current?.getAttribute('transform') === transform) return;
        group.current?.setAttribute('transform', transform);
        group.current?.style.setProperty('--upright', uprightTransform(matrix, picture, found.labels));
      },
    }),
    [found],
  );
  return (
    <svg ref={svg} className={classes.shapes} data-resting={isResting || undefined} aria-hidden>
      <g ref={group}>
        {found.marks
          .map((mark, at) => ({ mark, dash: lineStyle(at).dash }))
          .filter(({ mark }) => shown.has(mark.type.id))
          .map(({ mark, dash }) => (
            <Shape key={mark.type.id} mark={mark} dash={dash} style={style} opacity={opacity} />
          ))}
        {numbered
          .filter(({ type }) => shown.has(type))
          .map((finding) => (
            <Numbers key={finding.type} finding={finding} size={found.labels} />
          ))}
        {target && shown.has(target.type) && <Highlight key={target.asked} target={target} />}
      </g>
    </svg>
  );
}

interface ShapeProps {
  mark: FindingMark;
  /** Of the line, as SVG writes dashes: types differ by it as well as by color. */
  dash: string | undefined;
  style: MarkStyle;
  opacity: number;
}

function Shape({ mark, dash, style, opacity }: ShapeProps) {
  const { path, type } = mark;
  // Lines fade only where little is left of the filling: they are what is measured against.
  const lineOpacity = Math.min(1, 2.5 * opacity);
  return (
    <g data-finding={type.id}>
      {style !== 'outline' && (
        <path d={path} fill={type.colour} fillRule="evenodd" fillOpacity={opacity} className={classes.fill} />
      )}
      {style !== 'fill' && (
        <g opacity={lineOpacity}>
          <path d={path} className={classes.seam} />
          <path d={path} className={classes.line} stroke={type.colour} strokeDasharray={dash} />
        </g>
      )}
    </g>
  );
}

/** The report's numbers where its masses lie: two whose outlines touch are one region, but two numbers. */
function Numbers({ finding, size }: { finding: ReportFinding; size: { width: number; height: number } }) {
  return finding.places?.map(({ number, x, y }) => {
    const at = `translate(${(x / 100) * size.width}px, ${(y / 100) * size.height}px)`;
    return (
      <text key={number} className={classes.number} style={{ transform: `${at} var(--upright)` }}>
        {number}
      </text>
    );
  });
}

/** Flares up about the region that was asked for, then goes; stays where the reader wants no motion. */
function Highlight({ target }: { target: NonNullable<FindingsDisplay['target']> }) {
  return <path d={target.region.path} className={classes.highlight} />;
}
