/**
 * Measures light, stain and focus of every picture of all four sources as the gate does, and of every fourth
 * made bad by known amounts, for the figures of `light.py`.
 * usage: tsx light.ts OUT.jsonl [SET ...]
 */
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mergeChannels, splitChannels } from '@second-read/core/pixels/color/channels';
import { gaussianBlur } from '@second-read/core/pixels/filters/gaussian-blur';
import type { RgbImage } from '@second-read/core/pixels/plane';
import sharp from 'sharp';
import { measureLight } from '../../../analyses/cervix/capture/light.ts';
import { measureQuality } from '../../../analyses/cervix/capture/sharpness.ts';
import { qualityProblem } from '../../../analyses/cervix/engine/accept.ts';
import { reducedColour } from '../../../analyses/modality/reduced-colour.ts';
import { dataRoot, readTable } from '../../breast/engine/films.ts';

const [out = 'light.jsonl', ...chosen] = process.argv.slice(2);
const sets = chosen.length > 0 ? chosen : ['via', 'annocerv', 'puskesmas', 'atlas'];

/** Each channel times its gain. */
const lit = (image: RgbImage, gains: readonly number[]): RgbImage => ({
  ...image,
  data: image.data.map((value, i) => Math.min(255, value * (gains[i % 3] ?? 1))),
});

function blurred(image: RgbImage, share: number): RgbImage {
  const { red, green, blue } = splitChannels(image);
  const soft = (channel: typeof red) => gaussianBlur(channel, image.width * share);
  return mergeChannels(soft(red), soft(green), soft(blue));
}

const gray = (image: RgbImage): RgbImage => ({
  ...image,
  data: image.data.map((_, i) => image.data[i - (i % 3) + 1] ?? 0),
});

/** A white disc in the middle over `share` of the middle's area. */
function glaring(image: RgbImage, share: number): RgbImage {
  const { width, height } = image;
  const radius = Math.sqrt((share * 0.36 * width * height) / Math.PI);
  const data = image.data.map((value, i) => {
    const at = Math.floor(i / 3);
    const away = Math.hypot((at % width) - width / 2, Math.floor(at / width) - height / 2);
    return away < radius ? 255 : value;
  });
  return { ...image, data };
}

const changes: Readonly<Record<string, (image: RgbImage) => RgbImage>> = {
  asIs: (image) => image,
  blur_0_4_percent: (image) => blurred(image, 0.004),
  blur_0_8_percent: (image) => blurred(image, 0.008),
  blur_1_6_percent: (image) => blurred(image, 0.016),
  light_a_half: (image) => lit(image, [0.5, 0.5, 0.5]),
  light_a_quarter: (image) => lit(image, [0.25, 0.25, 0.25]),
  light_an_eighth: (image) => lit(image, [0.125, 0.125, 0.125]),
  light_fourfold: (image) => lit(image, [4, 4, 4]),
  glare_20_percent: (image) => glaring(image, 0.2),
  glare_40_percent: (image) => glaring(image, 0.4),
  green_filter: (image) => lit(image, [0.15, 0.9, 0.3]),
  no_color: gray,
};

writeFileSync(out, '');
for (const set of sets) {
  for (const [n, row] of readTable(join(dataRoot, 'cervix', set, 'labels.csv')).entries()) {
    const image = reducedColour(await read(join(dataRoot, 'cervix', set, row.file ?? '')));
    const tried = Object.entries(changes).filter(([name]) => name === 'asIs' || n % 4 === 0);
    const problems = tried.map(([name, change]) => {
      const changed = change(image);
      return [name, qualityProblem({ ...measureQuality(changed), ...measureLight(changed) })] as const;
    });
    const measures = { ...measureQuality(image), ...measureLight(image) };
    const line = { set, file: row.file, case: row.case, view: row.view ?? 'aceto', measures };
    appendFileSync(out, `${JSON.stringify({ ...line, problems: Object.fromEntries(problems) })}\n`);
  }
}

async function read(path: string): Promise<RgbImage> {
  const source = sharp(path).toColourspace('srgb').removeAlpha();
  const { data, info } = await source.raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8Array(data) };
}
