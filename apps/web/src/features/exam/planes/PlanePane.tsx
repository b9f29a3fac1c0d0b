import {
  acrossPlane,
  inSlice,
  type Plane,
  planeDirections,
  planeFrame,
  pointOfVoxel,
  type Voxel,
} from '@second-read/core/volume/plane';
import type { PlaneImage } from '@second-read/core/volume/reformat';
import { reformat, type Volume } from '@second-read/core/volume/reformat';
import { useMemo } from 'react';
import type { StackLook } from '../../../stage/look/stack-look.ts';
import { type GreyPicture, nextPictureId } from '../../../stage/source/picture.ts';
import { type ExamMoves, onExamKey } from '../exam-keys.ts';
import type { SliceMark } from '../exam-marks.ts';
import { type PaneTools, StagePane } from '../StagePane.tsx';
import classes from './Planes.module.css';
import { type ClassColours, paintRegions } from './paint-regions.ts';
import { keyOfPlane } from './plane-key.ts';
import type { Slab } from './use-planes.ts';

interface PlanePaneProps {
  tools: PaneTools;
  look: StackLook;
  volume: Volume;
  /** Any of its slices: for window and unit. */
  slice: Pick<GreyPicture, 'window' | 'unit'>;
  /** Undefined while regions are not shown, or not yet there. */
  labels: Volume | undefined;
  colours: ClassColours;
  /** How strongly regions cover the image, 0 to 1. */
  cover: number;
  plane: Plane;
  at: Voxel;
  /** Of the slices of the volume. */
  files: readonly string[];
  slab: Slab;
  marks: readonly SliceMark[];
  hasCrosshair: boolean;
  label: string;
  moves: ExamMoves;
  /** A point of the plane's image, in its pixels. */
  onPoint: (point: { x: number; y: number }) => void;
}

/** One plane through the exam with outlines, regions and crosshair. */
export function PlanePane(props: PlanePaneProps) {
  const { tools, look, volume, plane, at, marks, hasCrosshair, label, moves, onPoint } = props;
  const { picture, overlay } = usePlane(props);
  const key = keyOfPane(props);
  return (
    <StagePane
      {...{ tools, picture, overlay, marks, label, onPoint }}
      place={{ look, key }}
      pane={plane}
      onStep={moves.step}
      onKeyDown={(event) => onExamKey(event, moves)}
    >
      {hasCrosshair && (
        <Crosshair {...pointOfVoxel(volume.geometry, plane, at)} {...planeFrame(volume.geometry, plane)} />
      )}
    </StagePane>
  );
}

/**
 * What is measured on the plane belongs to it, whichever slice the crosshair is in: under a tilted gantry its
 * place is that of the first slice. An axial plane of square pixels is its slice.
 */
function keyOfPane({ volume: { geometry }, files, plane, at, slab }: PlanePaneProps): string {
  const isSquare = geometry.pixelMm.x === geometry.pixelMm.y;
  const file = plane === 'axial' && slab.mm === 0 && isSquare ? files[at.z] : undefined;
  const across = plane === 'axial' ? at.z : inSlice(geometry, at, 0)[acrossPlane[plane]];
  return file ?? keyOfPlane({ plane, across, slab });
}

/** Two lines that leave the middle free: what is pointed at stays visible. */
function Crosshair({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  const free = 0.03 * Math.max(width, height);
  const d = `M0 ${y}H${x - free}M${x + free} ${y}H${width}M${x} 0V${y - free}M${x} ${y + free}V${height}`;
  return <path className={classes.crosshair} data-testid="crosshair" d={d} />;
}

/** The plane as it is now, and the regions that are laid over it. */
function usePlane({ volume, slice, labels, colours, cover, plane, at, slab }: PlanePaneProps) {
  // A plane stays the same where the crosshair moves within it.
  const x = plane === 'sagittal' ? at.x : 0;
  const y = plane === 'coronal' ? at.y : 0;
  const { z } = at;
  const { window, unit } = slice;
  const { mm: slabMm, projection } = slab;
  const picture = useMemo((): GreyPicture => {
    const { width, height, data } = reformat(volume, plane, { x, y, z }, { slabMm, projection });
    const { mmPerPixel } = planeFrame(volume.geometry, plane);
    return {
      kind: 'grey',
      ...{ id: nextPictureId(), width, height, samples: data, window, unit },
      spacing: { xMm: mmPerPixel, yMm: mmPerPixel, kind: 'calibrated' },
      directions: planeDirections(volume.geometry, plane),
    };
  }, [volume, plane, x, y, z, slabMm, projection, window, unit]);
  const regions = useMemo(
    (): PlaneImage | undefined => labels && reformat(labels, plane, { x, y, z }, { slabMm, isLabels: true }),
    [labels, plane, x, y, z, slabMm],
  );
  const overlay = useMemo(
    () => (regions ? paintRegions(regions, colours, cover) : null),
    [regions, colours, cover],
  );
  return { picture, overlay };
}
