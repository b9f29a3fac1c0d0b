import type { EngineContext } from '@second-read/core/analysis/engine';
import { type Box, type GreyPlane, type Mask, mask } from '@second-read/core/pixels/plane';
import { componentMask } from '@second-read/core/pixels/regions/component-mask';
import {
  type Component,
  type Components,
  connectedComponents,
} from '@second-read/core/pixels/regions/connected-components';
import { above } from '@second-read/core/pixels/regions/mask-logic';
import { crop, cropAround } from '@second-read/core/pixels/sampling/crop';
import { pad } from '@second-read/core/pixels/sampling/pad';
import { resizeArea } from '@second-read/core/pixels/sampling/resize-area';
import { bodyScaled } from '../lungs/body-scale.ts';
import { shareMap } from './reader-share.ts';

/** A place of which some readers would outline something. */
export interface Spot {
  /** In the geometry of the slice. */
  readonly mask: Mask;
  readonly box: Box;
  readonly areaPx: number;
  /** Highest and mean share of readers inside. */
  readonly peak: number;
  readonly mean: number;
  /** Slice pixels per pixel of the plane that was searched: 2 where something large was sought. */
  readonly step: number;
  /** What lies around it, at the scale of the search. */
  readonly patch: GreyPlane;
}

/** From this share of readers on a pixel belongs to a spot. */
const shareFrom = 0.1;
/** Smaller spots are noise, pixels of the searched plane. */
const minArea = 6;
/**
 * How many spots get a second look, by their highest share: small ones, and large ones sought at half size.
 */
const searches = [
  { step: 1, max: 16 },
  { step: 2, max: 6 },
] as const;
/** Side of what lies around a spot, pixels of the searched plane. */
const patchSide = 64;
/** Coarsest level of the network. */
const level = 8;

/** Spots of the whole body at two scales; what the lungs leave out, at wall and hilum, is searched too. */
export async function findSpots(
  given: { plane: GreyPlane; quantity: 'hounsfield' | 'relative'; body: Box },
  context: Pick<EngineContext, 'infer'>,
): Promise<Spot[]> {
  const found: Spot[] = [];
  for (const search of searches) found.push(...(await spotsAt(given, search, context)));
  return found;
}

async function spotsAt(
  { plane, quantity, body }: Parameters<typeof findSpots>[0],
  { step, max }: (typeof searches)[number],
  context: Pick<EngineContext, 'infer'>,
): Promise<Spot[]> {
  const part = crop(plane, body);
  const reduced =
    step === 1 ? part : resizeArea(part, Math.ceil(body.width / step), Math.ceil(body.height / step));
  const picture = bodyScaled(reduced, quantity, 1.5);
  const share = crop(await shareMap(padded(picture), context), {
    x: 0,
    y: 0,
    width: picture.width,
    height: picture.height,
  });
  const components = connectedComponents(above(share, shareFrom), 4);
  return components.components
    .filter(({ area }) => area >= minArea)
    .map((part) => ({ part, ...sharesIn(share, components, part) }))
    .sort((a, b) => b.peak - a.peak)
    .slice(0, max)
    .map(({ part, peak, mean }) => ({
      ...inSlice(componentMask(components, part.label), { part, body, plane, step }),
      peak,
      mean,
      step,
      patch: cropAround(picture, centreOf(part.box), { side: patchSide, fill: -1 }),
    }));
}

const centreOf = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });

function padded(picture: GreyPlane): GreyPlane {
  const missing = (length: number) => (level - (length % level)) % level;
  return pad(
    picture,
    { left: 0, top: 0, right: missing(picture.width), bottom: missing(picture.height) },
    -1,
  );
}

function sharesIn(share: GreyPlane, { labels }: Components, { label, box, area }: Component) {
  let [peak, sum] = [0, 0];
  for (let y = box.y; y < box.y + box.height; y++) {
    for (let i = y * share.width + box.x; i < y * share.width + box.x + box.width; i++) {
      if (labels.data[i] !== label) continue;
      peak = Math.max(peak, share.data[i] ?? 0);
      sum += share.data[i] ?? 0;
    }
  }
  return { peak, mean: sum / area };
}

/** A region of the searched plane, each pixel `step` wide, in the geometry of the slice. */
function inSlice(
  region: Mask,
  { part, body, plane, step }: { part: Component; body: Box; plane: GreyPlane; step: number },
): Pick<Spot, 'mask' | 'box' | 'areaPx'> {
  const out = mask(plane.width, plane.height);
  const box = {
    x: body.x + part.box.x * step,
    y: body.y + part.box.y * step,
    width: Math.min(part.box.width * step, body.width - part.box.x * step),
    height: Math.min(part.box.height * step, body.height - part.box.y * step),
  };
  let areaPx = 0;
  for (let y = box.y; y < box.y + box.height; y++) {
    const row = Math.floor((y - body.y) / step) * region.width;
    for (let x = box.x; x < box.x + box.width; x++) {
      if (region.data[row + Math.floor((x - body.x) / step)] === 0) continue;
      out.data[y * plane.width + x] = 1;
      areaPx++;
    }
  }
  return { mask: out, box, areaPx };
}
