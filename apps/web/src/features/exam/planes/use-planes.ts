import type { Box } from '@second-read/core/pixels/plane';
import { acrossPlane, inSlice, type Plane, type Voxel, voxelOfPoint } from '@second-read/core/volume/plane';
import type { Projection } from '@second-read/core/volume/reformat';
import type { VolumeGeometry } from '@second-read/core/volume/volume-geometry';
import { useState } from 'react';

export type PlaneView = Plane | 'all';

/** Voxels through a plane that are shown as one. */
export interface Slab {
  /** Thickness, mm; 0: one layer of voxels. */
  readonly mm: number;
  readonly projection: Projection;
}

/** Thickness of a slab, mm; 0 is none. */
export const slabs = [0, 5, 10, 20, 40] as const;
/** How strongly regions cover the image until the reader says otherwise, 0 to 1. */
const usualCover = 0.4;

export const projections = ['maximum', 'minimum', 'average'] as const satisfies readonly Projection[];

/**
 * Which planes are shown, and how. The slice of the crosshair is that of the stack; it begins on the finding
 * `first`, else in the middle.
 */
export function usePlanes(
  geometry: VolumeGeometry | undefined,
  { slice, first, goTo }: { slice: number; first: Box | null; goTo: (slice: number) => void },
) {
  const [view, setView] = useState<PlaneView>('axial');
  const [slab, setSlab] = useState<Slab>({ mm: 0, projection: 'maximum' });
  const [hasRegions, setRegions] = useState(false);
  const [cover, setCover] = useState(usualCover);
  const [hasCrosshair, setCrosshair] = useState(true);
  const [column, setColumn] = useState<Pick<Voxel, 'x' | 'y'>>();
  const whole = { x: 0, y: 0, width: geometry?.width ?? 0, height: geometry?.height ?? 0 };
  const middle = middleOf(first ?? whole);
  const at: Voxel = { ...(column ?? middle), z: slice };
  const moveTo = ({ x, y, z }: Voxel) => {
    setColumn({ x, y });
    if (z !== slice) goTo(z);
  };
  /** Moves a plane along its axis, to a place from 0. */
  const toPlace = (plane: Plane, place: number) => {
    if (!geometry) return goTo(place);
    if (plane === 'axial') return moveTo(inSlice(geometry, at, place));
    const axis = acrossPlane[plane];
    const last = (axis === 'x' ? geometry.width : geometry.height) - 1;
    moveTo({ ...at, [axis]: Math.min(Math.max(place, 0), last) });
  };
  return {
    ...{ view, setView, slab, setSlab, hasRegions, setRegions, cover, setCover },
    ...{ hasCrosshair, setCrosshair, at, moveTo },
    toPoint: (plane: Plane, point: { x: number; y: number }) =>
      geometry && moveTo(voxelOfPoint(geometry, plane, point, at)),
    /** A plane at a place, from 0, of the first slice, as thick as it was then. */
    show: (plane: Plane, place: number, as: Slab) => {
      setView(view === 'all' ? 'all' : plane);
      setSlab(as);
      if (plane === 'axial' || !geometry) return toPlace(plane, place);
      toPlace(plane, inSlice(geometry, { x: place, y: place, z: 0 }, slice)[acrossPlane[plane]]);
    },
    /** A slice of the stack, itself or as the axial one of three planes. */
    showSlice: (place: number) => {
      if (view !== 'all') setView('axial');
      setSlab({ ...slab, mm: 0 });
      toPlace('axial', place);
    },
    toPlace,
  };
}
/** The pixel in the middle of a box. */
export function middleOf({ x, y, width, height }: Box): Pick<Voxel, 'x' | 'y'> {
  return { x: Math.floor(x + width / 2), y: Math.floor(y + height / 2) };
}

export type Planes = ReturnType<typeof usePlanes>;

/** The next of a list, from the last on the first. */
export function nextOf<T>(all: readonly T[], present: T): T {
  return all[(all.indexOf(present) + 1) % all.length] ?? present;
}
