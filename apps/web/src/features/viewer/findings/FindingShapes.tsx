import type { ReportFinding } from '@second-read/core/report/document';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { layerTransform, uprightTransform } from '../../../stage/geometry/stage-matrix.ts';
import type { LayerHandle } from '../chrome/Layer.tsx';
import classes from './FindingShapes.module.css';
import { coarseness, type FindingMark, type FindingMarks } from './finding-marks.ts';
import { lineStyle } from './line-styles.ts';
import type { FindingsDisplay, MarkStyle } from './use-findings-display.ts';

interface FindingShapesProps {
  found: FindingMarks;
  display: Pick<FindingsDisplay, 'shown' | 'style' | 'opacity' | 'target'>;
  /** Those with places get their numbers there. */
  numbered: readonly ReportFinding[];
  ref: Ref<LayerHandle>;
}

/** In pixels of the screen: how far a line may lie off. */
const leastSeen = 0.75;

/**
 * The findings over the picture, along the edges of the pixels that were marked. Lines keep their width at
 * every zoom and have a dark seam, so that they are seen on bright tissue and on their own colour.
 */
export function FindingShapes({ found, display, numbered, ref }: FindingShapesProps) {
  const { shown, style, opacity, target } = display;
  const shapes = useRef<SVGGElement>(null);
  const highlight = useRef<SVGGElement>(null);
  /** A highlight that comes later stands where the outlines stand. */
  const join = (group: SVGGElement | null) => {
    highlight.current = group;
    const transform = shapes.current?.getAttribute('transform');
    if (transform) group?.setAttribute('transform', transform);
  };
  const [isCoarse, setCoarse] = useState(false);
  useImperativeHandle(
    ref,
    () => ({
      place: (matrix, picture) => {
        const transform = layerTransform(matrix, picture, found.labels);
        // Set anew to the same value, it would have all outlines drawn again.
        if (shapes.current?.getAttribute('transform') === transform) return;
        const scale = (Math.hypot(matrix[0], matrix[1]) * picture.width) / found.labels.width;
        setCoarse(scale * devicePixelRatio * coarseness < leastSeen);
        for (const { current } of [shapes, highlight]) current?.setAttribute('transform', transform);
        shapes.current?.style.setProperty('--upright', uprightTransform(matrix, picture, found.labels));
      },
    }),
    [found],
  );
  return (
    <>
      <svg className={classes.shapes} aria-hidden>
        <g ref={shapes}>
          {found.marks
            .map((mark, at) => ({ mark, dash: lineStyle(at).dash }))
            .filter(({ mark }) => shown.has(mark.type.id))
            .map(({ mark, dash }) => (
              <Shape
                key={mark.type.id}
                mark={mark}
                path={isCoarse ? mark.coarse : mark.path}
                dash={dash}
                style={style}
                opacity={opacity}
              />
            ))}
          {numbered
            .filter(({ type }) => shown.has(type))
            .map((finding) => (
              <Numbers key={finding.type} finding={finding} size={found.labels} />
            ))}
        </g>
      </svg>
      {target && (
        <Flare
          key={target.asked}
          ref={join}
          path={isCoarse ? target.region.coarse : target.region.path}
          isShown={shown.has(target.type)}
        />
      )}
    </>
  );
}

interface FlareProps {
  path: string;
  isShown: boolean;
  ref: Ref<SVGGElement>;
}

const flareMs = 1600;

/**
 * What was asked for, for a while. Beside the outlines: within them, it would have them drawn again. Without
 * an animation: without a GPU each of its frames has the whole stage composed anew.
 */
function Flare({ path, isShown, ref }: FlareProps) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), flareMs);
    return () => clearTimeout(timer);
  }, []);
  if (isOver || !isShown) return null;
  return (
    <svg className={classes.shapes} aria-hidden>
      <g ref={ref}>
        <path d={path} className={classes.highlight} />
      </g>
    </svg>
  );
}

interface ShapeProps {
  mark: FindingMark;
  path: string;
  /** Of the line, as SVG writes dashes: types differ by it as well as by color. */
  dash: string | undefined;
  style: MarkStyle;
  opacity: number;
}

function Shape({ mark: { type }, path, dash, style, opacity }: ShapeProps) {
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
