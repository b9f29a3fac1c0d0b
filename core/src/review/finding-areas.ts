import type { LabelMap } from '../pixels/plane.ts';
import type { PlacedMask } from '../pixels/regions/fill-polygon.ts';
import { type DrawnFinding, ownerOf } from './finding-pixels.ts';

/** By finding id, the pixels of the label map that show it; findings without any are missing. */
export function findingAreas(
  { width, height, data }: LabelMap,
  drawn: readonly DrawnFinding[],
): ReadonlyMap<string, PlacedMask> {
  const byClass: DrawnFinding[][] = Array.from({ length: 256 }, () => []);
  for (const each of drawn) byClass[each.classNumber]?.push(each);
  const pixels = new Map(drawn.map(({ id }) => [id, [] as number[]]));
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      const sameClass = byClass[data[at] ?? 0];
      if (sameClass === undefined || sameClass.length === 0) continue;
      const owner = ownerOf({ x, y }, sameClass);
      if (owner !== undefined) pixels.get(owner.id)?.push(at);
    }
  return new Map(
    [...pixels].flatMap(([id, own]) => (own.length === 0 ? [] : [[id, areaOf(own, width)] as const])),
  );
}

/** Of places in a picture of that width, in their order. */
function areaOf(own: readonly number[], pictureWidth: number): PlacedMask {
  let [left, right] = [pictureWidth, 0];
  for (const at of own) {
    const x = at % pictureWidth;
    if (x < left) left = x;
    if (x > right) right = x;
  }
  const top = Math.floor((own[0] ?? 0) / pictureWidth);
  const bottom = Math.floor((own.at(-1) ?? 0) / pictureWidth);
  const [width, height] = [right - left + 1, bottom - top + 1];
  const data = new Uint8Array(width * height);
  for (const at of own) data[(Math.floor(at / pictureWidth) - top) * width + (at % pictureWidth) - left] = 1;
  return { box: { x: left, y: top, width, height }, mask: { width, height, data } };
}
