import { isWhole } from '@second-read/core/exam/marks/slice-marks';
import type { StoredExam } from '@second-read/core/exam/stored-exam';
import type { Box } from '@second-read/core/pixels/plane';
import type { Outline } from '@second-read/core/reading/outline';
import {
  acrossPlane,
  type Plane,
  planeFrame,
  pointOfVoxel,
  shiftOf,
  type Voxel,
} from '@second-read/core/volume/plane';
import type { VolumeGeometry } from '@second-read/core/volume/volume-geometry';
import { type ShownFinding, type SliceMark, shownSlices } from '../exam-marks.ts';

/** One outline of a finding, in voxels. */
export interface VolumeMark extends SliceMark {
  /** A place in the list of slices, from 0. */
  readonly slice: number;
}

/** Every outline of the findings; those that speak of a whole slice have none. */
export function volumeMarks(exam: StoredExam, findings: readonly ShownFinding[]): VolumeMark[] {
  const slices = shownSlices(exam);
  const place = new Map(slices.map(({ file }, at) => [file, at]));
  return findings.flatMap(({ id, label, colour }) => {
    const marks = exam.findings.find((finding) => finding.id === id)?.slices ?? [];
    return marks.flatMap(({ file, box, outline }) => {
      const slice = place.get(file);
      if (slice === undefined || (!outline && isWhole(box, slices[slice]))) return [];
      return [{ id, label, colour, box, slice, ...(outline && { outline }) }];
    });
  });
}

/**
 * What a plane through a voxel shows of the outlines: one box a finding, in pixels of its picture; on the
 * slice that a reader outlined it on, the outline.
 */
export function marksOnPlane(
  marks: readonly VolumeMark[],
  geometry: VolumeGeometry,
  { plane, at, slabMm }: { readonly plane: Plane; readonly at: Voxel; readonly slabMm: number },
): SliceMark[] {
  const boxes = new Map<string, SliceMark>();
  for (const mark of marks) {
    if (!isCut(mark, geometry, { plane, at, slabMm })) continue;
    const box = boxOnPlane(mark, geometry, plane);
    const before = boxes.get(mark.id);
    const { id, label, colour } = mark;
    const outline = plane === 'axial' && slabMm === 0 ? outlineOnSlice(mark, geometry) : undefined;
    const shown = { id, label, colour, box: before ? around(before.box, box) : box };
    boxes.set(mark.id, outline ? { ...shown, outline } : shown);
  }
  return [...boxes.values()];
}

/** Where a plane meets each finding: a place along the axis that the plane moves along. */
export function planesOfMarks(
  marks: readonly VolumeMark[],
  geometry: VolumeGeometry,
  plane: Plane,
): { id: string; colour: string; at: number }[] {
  if (plane === 'axial') return marks.map(({ id, colour, slice }) => ({ id, colour, at: slice }));
  const axis = acrossPlane[plane];
  return marks.map(({ id, colour, box, slice }) => ({
    ...{ id, colour },
    at: Math.round(
      (axis === 'x' ? box.x + box.width / 2 : box.y + box.height / 2) + shiftOf(geometry, slice)[axis],
    ),
  }));
}

interface Cut {
  readonly plane: Plane;
  readonly at: Voxel;
  readonly slabMm: number;
}

function isCut({ box, slice }: VolumeMark, geometry: VolumeGeometry, { plane, at, slabMm }: Cut): boolean {
  if (plane === 'axial') {
    const apart = Math.abs((geometry.placesMm[slice] ?? 0) - (geometry.placesMm[at.z] ?? 0));
    return slice === at.z || apart <= slabMm / 2;
  }
  const axis = acrossPlane[plane];
  const [from, size] = axis === 'x' ? [box.x, box.width] : [box.y, box.height];
  const here = at[axis] + shiftOf(geometry, at.z)[axis] - shiftOf(geometry, slice)[axis];
  const reach = slabMm / 2 / geometry.pixelMm[axis];
  return here + reach >= from && here - reach < from + size;
}

function boxOnPlane({ box, slice: z }: VolumeMark, geometry: VolumeGeometry, plane: Plane): Box {
  const corner = { x: box.x - 0.5, y: box.y - 0.5, z };
  const from = pointOfVoxel(geometry, plane, corner);
  const to = pointOfVoxel(geometry, plane, { x: corner.x + box.width, y: corner.y + box.height, z });
  if (plane === 'axial') return { ...from, width: to.x - from.x, height: to.y - from.y };
  const { mmPerPixel } = planeFrame(geometry, plane);
  const height = (geometry.slabsMm[z] ?? 0) / mmPerPixel;
  return { x: from.x, y: from.y - height / 2, width: to.x - from.x, height };
}

function outlineOnSlice({ outline, slice: z }: VolumeMark, geometry: VolumeGeometry): Outline | undefined {
  return outline?.map(({ x, y }) => pointOfVoxel(geometry, 'axial', { x: x - 0.5, y: y - 0.5, z }));
}

function around(a: Box, b: Box): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return {
    ...{ x, y },
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}
