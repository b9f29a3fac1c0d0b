import type { Mask } from '@second-read/core/pixels/plane';
import {
  borderLetters,
  type Plane,
  planeFrame,
  pointOfVoxel,
  type Voxel,
} from '@second-read/core/volume/plane';
import { reformat, type Volume } from '@second-read/core/volume/reformat';
import { type PointerEvent, useEffect, useMemo, useRef } from 'react';
import { type ExamMoves, onExamKey } from '../exam-keys.ts';
import type { SliceMark } from '../exam-marks.ts';
import { MarkBoxes } from '../MarkBoxes.tsx';
import { PictureGroup } from '../PictureGroup.tsx';
import { useWheel } from '../use-wheel.ts';
import classes from './Planes.module.css';
import { type ClassColours, paintPlane } from './paint-plane.ts';

interface PlanePaneProps {
  volume: Volume;
  /** Undefined while regions are not shown, or not yet there. */
  labels: Volume | undefined;
  colours: ClassColours;
  plane: Plane;
  at: Voxel;
  slabMm: number;
  marks: readonly SliceMark[];
  hasCrosshair: boolean;
  label: string;
  moves: ExamMoves;
  /** A point of the plane's picture, in its pixels. */
  onPoint: (point: { x: number; y: number }) => void;
}

/** One plane through the exam with outlines, regions and crosshair; a press or a drag moves the crosshair. */
export function PlanePane(props: PlanePaneProps) {
  const { volume, plane, at, marks, hasCrosshair, label, moves, onPoint } = props;
  const ref = useWheel<HTMLDivElement>(moves.step);
  const canvas = usePainted(props);
  const frame = planeFrame(volume.geometry, plane);
  const found = marks.map((mark) => mark.label).join(', ');
  const point = (event: PointerEvent<SVGSVGElement>) => {
    if (event.buttons !== 1) return;
    const matrix = event.currentTarget.getScreenCTM();
    if (matrix) onPoint(new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()));
  };
  return (
    <PictureGroup
      ref={ref}
      className={classes.pane}
      aria-label={label}
      onKeyDown={(event) => onExamKey(event, moves)}
    >
      <canvas
        ref={canvas}
        className={classes.canvas}
        width={frame.width}
        height={frame.height}
        data-testid={`plane-${plane}`}
      />
      <svg
        className={classes.over}
        viewBox={`0 0 ${frame.width} ${frame.height}`}
        role="img"
        aria-label={found === '' ? label : `${label}: ${found}`}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          point(event);
        }}
        onPointerMove={point}
      >
        <MarkBoxes marks={marks} />
        {hasCrosshair && <Crosshair {...pointOfVoxel(volume.geometry, plane, at)} {...frame} />}
      </svg>
      <Letters {...borderLetters(volume.geometry, plane)} />
    </PictureGroup>
  );
}

/** Two lines that leave the middle free: what is pointed at stays visible. */
function Crosshair({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  const free = 0.03 * Math.max(width, height);
  const d = `M0 ${y}H${x - free}M${x + free} ${y}H${width}M${x} 0V${y - free}M${x} ${y + free}V${height}`;
  return <path className={classes.crosshair} data-testid="crosshair" d={d} />;
}

function Letters(letters: Readonly<Record<'left' | 'right' | 'top' | 'bottom', string>>) {
  return (['left', 'right', 'top', 'bottom'] as const).map((side) => (
    <span key={side} className={classes.letter} data-side={side} aria-hidden>
      {letters[side]}
    </span>
  ));
}

/** Keeps the canvas as the plane looks now. */
function usePainted({ volume, labels, colours, plane, at, slabMm }: PlanePaneProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  // A plane stays the same where the crosshair moves within it.
  const x = plane === 'sagittal' ? at.x : 0;
  const y = plane === 'coronal' ? at.y : 0;
  const { z } = at;
  const picture = useMemo(
    () => reformat(volume, plane, { x, y, z }, { slabMm }),
    [volume, plane, x, y, z, slabMm],
  );
  const regions = useMemo(
    () => labels && reformat(labels, plane, { x, y, z }, { slabMm, isLabels: true }),
    [labels, plane, x, y, z, slabMm],
  );
  useEffect(() => paint(ref.current, picture, regions, colours), [picture, regions, colours]);
  return ref;
}

function paint(
  canvas: HTMLCanvasElement | null,
  picture: Mask,
  regions: Mask | undefined,
  colours: ClassColours,
) {
  const rgba = paintPlane(picture, regions, colours);
  canvas?.getContext('2d')?.putImageData(new ImageData(rgba, picture.width, picture.height), 0, 0);
}
