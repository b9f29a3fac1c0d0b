import type { MarkedType } from '@second-read/analyses/marked-types';
import type { Box, LabelMap } from '@second-read/core/pixels/plane';
import { borderLoops } from '@second-read/core/pixels/regions/border-loops';
import { type Component, connectedComponents } from '@second-read/core/pixels/regions/connected-components';
import type { Point } from '@second-read/core/pixels/regions/contour';
import { simplifyPolygon } from '@second-read/core/pixels/regions/simplify-polygon';
import { crop } from '@second-read/core/pixels/sampling/crop';

/** An area as SVG paths, in pixels of the label map, to be filled by the even-odd rule. */
interface AreaPaths {
  /** Along the edges of its pixels. */
  readonly path: string;
  /**
   * With fewer corners, none of those left out further than `coarseness` away: for a picture shown so small
   * that this is not seen, and drawn many times as fast.
   */
  readonly coarse: string;
}

/** In pixels of the label map. */
export const coarseness = 1.2;

/** One connected region of a finding. */
export interface FindingRegion extends AreaPaths {
  /** In pixels of the label map. */
  readonly box: Box;
}

/** All that the label map shows of one finding type. */
export interface FindingMark extends AreaPaths {
  readonly type: MarkedType;
  /** Largest first; at least one. */
  readonly regions: readonly FindingRegion[];
}

export interface FindingMarks {
  readonly labels: LabelMap;
  /** The types that occur, in the order of the manifest. */
  readonly marks: readonly FindingMark[];
}

/** Where each finding type lies, by the class of each pixel. */
export function findingMarks(labels: LabelMap, types: readonly MarkedType[]): FindingMarks {
  const boxes = classBoxes(labels);
  const marks = types.flatMap((type) => {
    const regions = type.classes.flatMap((number) => {
      const box = boxes.get(number);
      return box ? regionsOf(labels, number, box) : [];
    });
    if (regions.length === 0) return [];
    const sorted = regions.toSorted((a, b) => b.area - a.area).map(({ area: _, ...region }) => region);
    const joined = (of: keyof AreaPaths) => sorted.map((region) => region[of]).join('');
    return [{ type, regions: sorted, path: joined('path'), coarse: joined('coarse') }];
  });
  return { labels, marks };
}

/** The type that is shown at a point of the label map, corner of the first pixel 0, 0; null outside. */
export function typeAt({ labels, marks }: FindingMarks, { x, y }: Point): MarkedType | null {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  if (column < 0 || row < 0 || column >= labels.width || row >= labels.height) return null;
  const number = labels.data[row * labels.width + column];
  return marks.find(({ type }) => number !== undefined && type.classes.includes(number))?.type ?? null;
}

/** The box about each class that occurs. */
function classBoxes({ width, height, data }: LabelMap): ReadonlyMap<number, Box> {
  const left = new Int32Array(256).fill(width);
  const right = new Int32Array(256).fill(-1);
  const top = new Int32Array(256).fill(-1);
  const bottom = new Int32Array(256);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      const number = data[at] ?? 0;
      if (number === 0) continue;
      if (x < (left[number] ?? 0)) left[number] = x;
      if (x > (right[number] ?? 0)) right[number] = x;
      if ((top[number] ?? 0) < 0) top[number] = y;
      bottom[number] = y;
    }
  }
  const boxOf = (number: number): Box => {
    const [x = 0, y = 0] = [left[number], top[number]];
    return { x, y, width: (right[number] ?? 0) - x + 1, height: (bottom[number] ?? 0) - y + 1 };
  };
  const found = [...right.keys()].filter((number) => (right[number] ?? -1) >= 0);
  return new Map(found.map((number) => [number, boxOf(number)]));
}

function regionsOf(labels: LabelMap, number: number, box: Box): (FindingRegion & { area: number })[] {
  const part = crop(labels, box);
  const mask = { ...part, data: part.data.map((each) => (each === number ? 1 : 0)) };
  const found = connectedComponents(mask);
  return found.components.map((component) => ({
    area: component.area,
    box: { ...component.box, x: box.x + component.box.x, y: box.y + component.box.y },
    ...pathsOf(found.labels, component, box),
  }));
}

function pathsOf(
  components: { width: number; height: number; data: Int32Array },
  { label, box }: Component,
  origin: Point,
): AreaPaths {
  const loops = borderLoops(crop(components, box), label);
  const [left, top] = [origin.x + box.x, origin.y + box.y];
  return {
    path: loops.map((loop) => edgePath(loop, left, top)).join(''),
    coarse: loops.map((loop) => coarsePath(loop, left, top)).join(''),
  };
}

/** Corner by corner along the edges: only across or down, so one number each. */
function edgePath(loop: readonly Point[], left: number, top: number): string {
  const [first, ...others] = loop;
  if (!first) return '';
  // The first edge goes across, the next one down or up, and so on.
  const edges = others.map(({ x, y }, index) => (index % 2 === 0 ? `H${left + x}` : `V${top + y}`));
  return `M${left + first.x} ${top + first.y}${edges.join('')}Z`;
}

/** Fewer corners are not worth the search for those to leave out, nor the loss of small areas. */
const fewCorners = 64;

function coarsePath(loop: readonly Point[], left: number, top: number): string {
  if (loop.length <= fewCorners) return edgePath(loop, left, top);
  const corners = simplifyPolygon(loop, coarseness).map(({ x, y }) => `${left + x} ${top + y}`);
  return `M${corners.join('L')}Z`;
}
