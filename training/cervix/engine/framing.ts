/**
 * How the report's framing (`analyses/cervix/engine/photograph/framing.ts`) and the live view's hints judge
 * VIA pictures with a drawn cervix as taken, seen from farther within surroundings of known kind, and cut off
 * along a known part of the outline, for the figures of `framing.py`.
 * usage: tsx framing.ts OUT.jsonl [EVERY [CHANGE ...]]   (each 4th picture and all changes without)
 */
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { previewSide } from '@second-read/core/analysis/camera-module';
import type { Mask, RgbImage } from '@second-read/core/pixels/plane';
import { area } from '@second-read/core/pixels/regions/mask-logic';
import sharp from 'sharp';
import { distanceOf } from '../../../analyses/cervix/capture/distance.ts';
import { readingConstants } from '../../../analyses/cervix/engine/findings/reading.ts';
import { canvasOf } from '../../../analyses/cervix/engine/photograph/canvas.ts';
import { borderPart, framingOf } from '../../../analyses/cervix/engine/photograph/framing.ts';
import { workingImageOf } from '../../../analyses/cervix/engine/photograph/working-image.ts';
import { readPicture } from '../../../analyses/cervix/engine/segment/network.ts';
import { segment } from '../../../analyses/cervix/engine/segment/segment.ts';
import { makeContext } from '../../breast/engine/films.ts';
import { listPictures, maskOf, studyOf } from './pictures.ts';

const [out = 'framing.jsonl', every = '4', ...chosen] = process.argv.slice(2);
const models = join(import.meta.dirname, '../../../analyses');
const context = makeContext((model) => {
  const [folder = '', file = ''] = model.split('/');
  return join(models, folder, 'model', `${file}.onnx`);
});

interface Seen {
  readonly image: RgbImage;
  readonly cervix: Mask;
}

/** What surrounds a picture taken from farther: red, green, blue and the spread of its grain. */
const surroundings = {
  darkness: [12, 10, 10, 4],
  skin: [205, 155, 130, 10],
  speculum: [150, 150, 155, 25],
} as const;

/** The picture so much smaller that the cervix takes `share` of the whole. */
function farther({ image, cervix }: Seen, share: number, around: keyof typeof surroundings): Seen {
  const times = Math.sqrt(area(cervix) / (image.width * image.height * share));
  const { width, height } = image;
  const data = new Uint8Array(image.data.length);
  const seen = { width, height, data: new Uint8Array(cervix.data.length) };
  const color = surroundings[around];
  let state = 1;
  for (let i = 0; i < width * height; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    const grain = (color[3] * (state >> 8)) / 2 ** 22;
    const x = Math.round(((i % width) - width / 2) * times + width / 2);
    const y = Math.round((Math.floor(i / width) - height / 2) * times + height / 2);
    const isInside = x >= 0 && y >= 0 && x < width && y < height;
    const from = y * width + x;
    for (let c = 0; c < 3; c++) {
      const beyond = Math.max(0, Math.min(255, (color[c] ?? 0) + grain));
      data[3 * i + c] = isInside ? (image.data[3 * from + c] ?? 0) : beyond;
    }
    seen.data[i] = isInside ? (cervix.data[from] ?? 0) : 0;
  }
  return { image: { width, height, data }, cervix: seen };
}

/** The picture without its left part, cut along `part` of the outline; null where that cannot be. */
function cutOff(seen: Seen, part: number): Seen | null {
  for (let left = 0; left < 0.7 * seen.image.width; left += 8) {
    const cropped = without(seen, left);
    if (borderPart(cropped.cervix, area(cropped.cervix)) >= part) return cropped;
  }
  return null;
}

function without({ image, cervix }: Seen, left: number): Seen {
  const { width, height } = { width: image.width - left, height: image.height };
  const data = new Uint8Array(3 * width * height);
  const kept = { width, height, data: new Uint8Array(width * height) };
  for (let y = 0; y < height; y++) {
    const from = y * image.width + left;
    data.set(image.data.subarray(3 * from, 3 * (from + width)), 3 * y * width);
    kept.data.set(cervix.data.subarray(from, from + width), y * width);
  }
  return { image: { width, height, data }, cervix: kept };
}

function changed(seen: Seen): Record<string, Seen | null> {
  return {
    as_taken: seen,
    ...Object.fromEntries(
      (['darkness', 'skin', 'speculum'] as const).flatMap((around) =>
        [0.07, 0.04].map((share) => [`far_${share}_${around}`, farther(seen, share, around)]),
      ),
    ),
    cut_0_3: cutOff(seen, 0.3),
    cut_0_5: cutOff(seen, 0.5),
  };
}

async function judged({ image, cervix }: Seen) {
  const working = workingImageOf(image);
  const reading = await readPicture(canvasOf(working), working, context);
  const { cervix: found } = segment(reading, readingConstants.thresholds);
  const { width, height, data } = image;
  const preview = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(previewSide, previewSide, { fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const frame = {
    width: preview.info.width,
    height: preview.info.height,
    data: new Uint8Array(preview.data),
  };
  return {
    share: area(cervix) / (width * height),
    cut: borderPart(cervix, area(cervix)),
    foundShare: area(found) / (found.width * found.height),
    framing: framingOf(found),
    live: distanceOf(frame),
  };
}

writeFileSync(out, '');
const pictures = listPictures(['via']).filter(({ masks }) => masks.cervix !== undefined);
for (const picture of pictures.filter((_, n) => n % Number(every) === 0)) {
  const study = await studyOf(picture);
  if (study.colour === undefined) continue;
  const cervix = await maskOf(picture, picture.masks.cervix ?? '', study);
  for (const [change, seen] of Object.entries(changed({ image: study.colour, cervix }))) {
    if (seen === null || (chosen.length > 0 && !chosen.includes(change))) continue;
    const line = { file: picture.file, case: picture.case, change, ...(await judged(seen)) };
    appendFileSync(out, `${JSON.stringify(line)}\n`);
  }
}
