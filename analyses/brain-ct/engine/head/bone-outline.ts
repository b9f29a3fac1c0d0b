import type { Box, GreyPlane } from '@second-read/core/pixels/plane';
import { mask } from '@second-read/core/pixels/plane';
import { connectedComponents } from '@second-read/core/pixels/regions/connected-components';

/** Bone is white in a brain window. */
const whiteFrom = 0.98;
/** Share of its pixels beyond each side of the box: thin ends and a head rest that touches. */
const beyond = 0.01;

/** The box of the largest bone of a slice in a brain window, 0 to 1; undefined where there is none. */
export function boneOutline(shown: GreyPlane): Box | undefined {
  const { width, height, data } = shown;
  const white = mask(width, height);
  for (let i = 0; i < data.length; i++) white.data[i] = (data[i] ?? 0) >= whiteFrom ? 1 : 0;
  const { labels, components } = connectedComponents(white, 4);
  const [largest] = components.toSorted((a, b) => b.area - a.area);
  if (largest === undefined) return undefined;
  const [columns, rows] = [new Int32Array(width), new Int32Array(height)];
  for (let i = 0; i < labels.data.length; i++) {
    if (labels.data[i] !== largest.label) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    columns[x] = (columns[x] ?? 0) + 1;
    rows[y] = (rows[y] ?? 0) + 1;
  }
  const [left, right] = between(columns, largest.area);
  const [top, bottom] = between(rows, largest.area);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The places below and above which the share `beyond` of the counts lies. */
function between(counts: Int32Array, total: number): [number, number] {
  const at = (share: number) => {
    let sum = 0;
    return counts.findIndex((count) => {
      sum += count;
      return sum > share * total;
    });
  };
  return [at(beyond), at(1 - beyond)];
}
