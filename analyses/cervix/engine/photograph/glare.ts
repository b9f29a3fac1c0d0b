import { mergeChannels, splitChannels } from '@second-read/core/pixels/color/channels';
import { boxBlur } from '@second-read/core/pixels/filters/box-blur';
import { dilate } from '@second-read/core/pixels/morphology/dilate';
import { disc, square } from '@second-read/core/pixels/morphology/structuring-element';
import { whiteTopHat } from '@second-read/core/pixels/morphology/top-hat';
import { type GreyPlane, greyPlane, type Mask, mask, type RgbImage } from '@second-read/core/pixels/plane';
import { removeSmallComponents } from '@second-read/core/pixels/regions/component-mask';
import { area, difference } from '@second-read/core/pixels/regions/mask-logic';

/** A reflection is white: even its weakest channel is this bright … */
const minWhite = 190;
/** … and stands out from its surroundings by this much. */
const minContrast = 30;
/**
 * Wider white areas (a card's border, acetowhite epithelium) are no reflections: share of the longer side.
 */
const widestShare = 0.03;
/** Regions above this share of the picture are left alone. */
const largestShare = 0.01;
/** Half side of the first square that a gap is filled from. */
const firstRadius = 4;
/** A gap is filled from a square of which this share is known. */
const minKnown = 0.05;

/** Specular reflections of the lamp on wet tissue, with their soft rim. */
export function findGlare(image: RgbImage): Mask {
  const weakest = weakestChannel(image);
  const radius = Math.max(2, Math.round((widestShare / 2) * Math.max(image.width, image.height)));
  const standsOut = whiteTopHat(weakest, square(radius));
  const found = mask(image.width, image.height);
  for (let i = 0; i < found.data.length; i++) {
    if ((weakest.data[i] ?? 0) >= minWhite && (standsOut.data[i] ?? 0) >= minContrast) found.data[i] = 1;
  }
  const large = removeSmallComponents(found, largestShare * found.data.length);
  return dilate(difference(found, large), disc(2));
}

/** The picture with reflections replaced by the mean of the tissue around them. */
export function fillGlare(image: RgbImage, glare: Mask): RgbImage {
  if (area(glare) === 0) return image;
  const { red, green, blue } = splitChannels(image);
  const known = greyPlane(image.width, image.height);
  for (let i = 0; i < known.data.length; i++) known.data[i] = glare.data[i] === 0 ? 1 : 0;
  const open = { ...glare, data: glare.data.slice() };
  const channels = [red, green, blue].map((channel) => ({ channel, values: within(channel, known) }));
  // Means of the known pixels in ever larger squares, until every gap is closed.
  for (let radius = firstRadius; radius < 2 * Math.max(image.width, image.height); radius *= 4) {
    const weights = boxBlur(known, radius);
    for (const { channel, values } of channels)
      fillWhereKnown(channel, boxBlur(values, radius), weights, open);
    if (!closeWhereKnown(open, weights)) break;
  }
  return mergeChannels(red, green, blue);
}

function within(channel: GreyPlane, known: GreyPlane): GreyPlane {
  const data = channel.data.map((value, i) => value * (known.data[i] ?? 0));
  return { ...channel, data };
}

function fillWhereKnown(channel: GreyPlane, sums: GreyPlane, weights: GreyPlane, open: Mask): void {
  for (let i = 0; i < open.data.length; i++) {
    const weight = weights.data[i] ?? 0;
    if (open.data[i] !== 0 && weight >= minKnown) channel.data[i] = (sums.data[i] ?? 0) / weight;
  }
}

/** Marks what could be filled; true while gaps are left. */
function closeWhereKnown(open: Mask, weights: GreyPlane): boolean {
  let isLeft = false;
  for (let i = 0; i < open.data.length; i++) {
    if ((weights.data[i] ?? 0) >= minKnown) open.data[i] = 0;
    else if (open.data[i] !== 0) isLeft = true;
  }
  return isLeft;
}

function weakestChannel({ width, height, data }: RgbImage): GreyPlane {
  const out = greyPlane(width, height);
  for (let i = 0, j = 0; i < out.data.length; i++, j += 3) {
    out.data[i] = Math.min(data[j] ?? 0, data[j + 1] ?? 0, data[j + 2] ?? 0);
  }
  return out;
}
