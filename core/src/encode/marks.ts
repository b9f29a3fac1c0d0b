import type { LabelMap, Mask } from '../pixels/plane.ts';
import { type Component, connectedComponents } from '../pixels/regions/connected-components.ts';
import { traceContour } from '../pixels/regions/contour.ts';

/** One connected region of a class. Coordinates as in DICOM: 0\0 is the outer corner of the first pixel. */
export interface Mark {
  readonly centre: readonly [x: number, y: number];
  /** x and y in turn, closed. */
  readonly outline: readonly number[];
}

/** More would hide the picture; the largest count. */
const maxMarks = 50;
/** Enough for any shape at the size of a screen. */
const maxPoints = 500;

/** The connected regions of one class, largest first. */
export function marksOf(labels: LabelMap, classNumber: number): Mark[] {
  const { width, height } = labels;
  const inClass = { width, height, data: labels.data.map((label) => (label === classNumber ? 1 : 0)) };
  const found = connectedComponents(inClass);
  return found.components
    .toSorted((a, b) => b.area - a.area)
    .slice(0, maxMarks)
    .map((component) => ({
      centre: [component.centroid.x + 0.5, component.centroid.y + 0.5],
      outline: outlineOf(component, found.labels),
    }));
}

function outlineOf(
  { label, box }: Component,
  { width, data }: { width: number; data: Int32Array },
): number[] {
  const cut: Mask = { width: box.width, height: box.height, data: new Uint8Array(box.width * box.height) };
  for (let y = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++) {
      if (data[(box.y + y) * width + box.x + x] === label) cut.data[y * box.width + x] = 1;
    }
  }
  const points = traceContour(cut);
  const step = Math.ceil(points.length / maxPoints);
  const kept = points.filter((_, index) => index % step === 0);
  return [...kept, ...kept.slice(0, 1)].flatMap(({ x, y }) => [box.x + x + 0.5, box.y + y + 0.5]);
}
