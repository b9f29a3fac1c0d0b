/**
 * Runs the engine over the training pictures, each with the network and constants of its fold, for
 * `evaluate.py`. usage: evaluate.ts OUT.jsonl
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Study } from '@second-read/core/decode/study';
import { mergeChannels, splitChannels } from '@second-read/core/pixels/color/channels';
import { luminance } from '@second-read/core/pixels/color/luminance';
import { gaussianBlur } from '@second-read/core/pixels/filters/gaussian-blur';
import { dice, ofClass } from '@second-read/core/pixels/regions/mask-logic';
import type { Analysis } from '@second-read/core/reading/analysis';
import { accept } from '../../../analyses/cervix/engine/accept.ts';
import { analyse } from '../../../analyses/cervix/engine/analyse.ts';
import type { ReadingConstants } from '../../../analyses/cervix/engine/findings/reading.ts';
import { prepare } from '../../../analyses/cervix/engine/photograph/prepare.ts';
import { cervixReading } from '../../../analyses/cervix/reading/schema.ts';
import { lineWriter } from '../../engine/tables.ts';
import { contextOf, listPictures, maskOf, type Picture, studyOf } from './pictures.ts';

/** Classes of the legend that belong to each outline; the lesion is painted over the junction. */
const classes = { cervix: [1, 2, 3], lesion: [2], junction: [3] } as const;
const regions = ['cervix', 'lesion', 'junction'] as const;

const [out = 'evaluation.jsonl'] = process.argv.slice(2);
let fold = '0';
const context = contextOf(() => fold);
const write = lineWriter(out);
for (const picture of listPictures()) {
  fold = picture.fold;
  write(await evaluate(picture));
}

async function evaluate(picture: Picture) {
  const study = await studyOf(picture);
  const photograph = prepare(study);
  const { accepted } = await accept(photograph, context);
  const analysis = await analyse(photograph, context, constantsOf(fold));
  return {
    set: picture.set,
    file: picture.file,
    case: picture.case,
    fold,
    accepted,
    blurredAccepted: (await accept(prepare(blurred(study)), context)).accepted,
    scores: analysis.scores,
    lesionReported: cervixReading
      .parse(analysis.reading)
      .findings.some(({ type, state }) => type === 'lesion' && state === 'found'),
    dice: await diceOf(picture, analysis),
  };
}

/** Parsed edge: written by calibrate.py. */
function constantsOf(name: string): ReadingConstants {
  const file = join(import.meta.dirname, '../checkpoints', `reading-fold${name}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as ReadingConstants;
}

async function diceOf(picture: Picture, { labels }: Analysis) {
  const values: Record<string, number | null> = {};
  for (const region of regions) {
    const file = picture.masks[region];
    const found = ofClass(labels, ...classes[region]);
    values[region] = file === undefined ? null : dice(found, await maskOf(picture, file, labels));
  }
  return values;
}

/** Far out of focus: what the gate must send back. */
function blurred(study: Study): Study {
  if (study.colour === undefined) return study;
  const { red, green, blue } = splitChannels(study.colour);
  const soft = (channel: typeof red) => gaussianBlur(channel, study.width / 64);
  const colour = mergeChannels(soft(red), soft(green), soft(blue));
  return { ...study, colour, grey: luminance(colour) };
}
