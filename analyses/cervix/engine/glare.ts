import { boxBlur } from '@second-read/core/pixels/box-blur';
import { mergeChannels, splitChannels } from '@second-read/core/pixels/channels';
import { removeSmallComponents } from '@second-read/core/pixels/component-mask';
import { dilate } from '@second-read/core/pixels/dilate';
import { area, difference } from '@second-read/core/pixels/mask-logic';
import { type GreyPlane, greyPlane, type Mask, mask, type RgbImage } from '@second-read/core/pixels/plane';
import { disc } from '@second-read/core/pixels/structuring-element';
import { whiteTopHat } from '@second-read/core/pixels/top-hat';

/** A reflection is white: even its weakest channel is this bright … */
const leastWhite = 190;
/** … and stands out from its surroundings by this much. */
const leastContrast = 30;
/** Wider white areas (a card's border, acetowhite epithelium) are no reflections: share of the longer side. */
const widestShare = 0.03;
/** Regions above this share of the picture are left alone. */
const largestShare = 0.01;

/** Specular reflections of the lamp on wet tissue, with their soft rim. */
export function findGlare(image: RgbImage): Mask {
  const weakest = weakestChannel(image);
  const radius = Math.max(2, Math.round((widestShare / 2) * Math.max(image.width, image.height)));
  const standsOut = whiteTopHat(weakest, disc(radius));
  const found = mask(image.width, image.height);
  for (let i = 0; i < found.data.length; i++) {
    if ((weakest.data[i] ?? 0) >= leastWhite && (standsOut.data[i] ?? 0) >= leastContrast) found.data[i] = 1;
  }
  const large = removeSmallComponents(found, largestShare * found.data.length);
  return dilate(difference(found, large), disc(2));
}

/** The picture with reflections replaced by the mean of the tissue around them. */
export function fillGlare(image: RgbImage, glare: Mask): RgbImage {
  if (area(glare) === 0) return image;
  const { red, green, blue } = splitChannels(image);
  return mergeChannels(filled(red, glare), filled(green, glare), filled(blue, glare));
}

/** Means of the known pixels in ever larger squares, until every gap is closed. */
function filled(channel: GreyPlane, gaps: Mask): GreyPlane {
  const { width, height } = channel;
  const out = { ...channel, data: channel.data.slice() };
  const open = { ...gaps, data: gaps.data.slice() };
  for (let radius = 2; radius < Math.max(width, height); radius *= 2) {
    const known = greyPlane(width, height);
    const values = greyPlane(width, height);
    for (let i = 0; i < known.data.length; i++) {
      if (gaps.data[i] !== 0) continue;
      known.data[i] = 1;
      values.data[i] = channel.data[i] ?? 0;
    }
    const weights = boxBlur(known, radius);
    const sums = boxBlur(values, radius);
    let left = 0;
    for (let i = 0; i < open.data.length; i++) {
      if (open.data[i] === 0) continue;
      const weight = weights.data[i] ?? 0;
      if (weight < 0.05) {
        left++;
        continue;
      }
      out.data[i] = (sums.data[i] ?? 0) / weight;
      open.data[i] = 0;
    }
    if (left === 0) break;
  }
  return out;
}

function weakestChannel({ width, height, data }: RgbImage): GreyPlane {
  const out = greyPlane(width, height);
  for (let i = 0, j = 0; i < out.data.length; i++, j += 3) {
    out.data[i] = Math.min(data[j] ?? 0, data[j + 1] ?? 0, data[j + 2] ?? 0);
  }
  return out;
}
