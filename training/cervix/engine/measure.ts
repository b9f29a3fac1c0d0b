/**
 * Measures every training picture with the engine's own steps and the network of its fold, for
 * `calibrate.py`. usage: tsx measure.ts OUT.jsonl [FOLD | SET ...]
 */
import { appendFileSync, writeFileSync } from 'node:fs';
import type { Mask } from '@second-read/core/pixels/plane';
import { dice, difference, intersection } from '@second-read/core/pixels/regions/mask-logic';
import { readPhotograph } from '../../../analyses/cervix/engine/analyse.ts';
import { appearanceOf } from '../../../analyses/cervix/engine/appearance.ts';
import { canvasOf } from '../../../analyses/cervix/engine/photograph/canvas.ts';
import { prepare } from '../../../analyses/cervix/engine/photograph/prepare.ts';
import type { Reading } from '../../../analyses/cervix/engine/segment/network.ts';
import {
  cervixOf,
  junctionOf,
  lesionOf,
  levelsOf,
  peakOf,
  surerOfJunction,
} from '../../../analyses/cervix/engine/segment/segment.ts';
import { contextOf, listPictures, maskOf, type Picture, studyOf } from './pictures.ts';

/**
 * Thresholds of an outline alone, and pairs of both, among which `calibrate.py` chooses; the lesion's are
 * shares of its map's peak.
 */
const thresholds = Array.from({ length: 13 }, (_, i) => (i + 4) / 20);
const lesionThresholds = [6, 7, 8, 9, 10, 11, 12].map((n) => n / 20);
const junctionThresholds = [10, 12, 14, 16].map((n) => n / 20);

const [out = 'measures.jsonl', ...chosen] = process.argv.slice(2);
let fold = '0';
const context = contextOf(() => fold);
writeFileSync(out, '');
for (const picture of listPictures(chosen)) {
  fold = picture.fold;
  appendFileSync(out, `${JSON.stringify(await measure(picture))}\n`);
}

async function measure(picture: Picture) {
  const study = await studyOf(picture);
  const { reading, appearance, measures } = await readPhotograph(prepare(study).working, context);
  const cervix = cervixOf(reading);
  const peak = peakOf(reading.lesion, cervix);
  const levelOf = (share: number) => levelsOf(peak, { lesion: share, junction: 1 }).lesion;
  const scan = async (file: string | undefined, regionAt: (threshold: number) => typeof cervix) => {
    if (file === undefined) return null;
    const truth = await maskOf(picture, file, cervix);
    return thresholds.map((threshold) => dice(regionAt(threshold), truth));
  };
  const { masks, ...known } = picture;
  return {
    ...known,
    measures,
    appearance: rounded(appearance),
    squeezedAppearance: picture.set === 'annocerv' ? rounded(await squeezedAppearance(picture)) : null,
    dice: {
      thresholds,
      cervix: (await scan(masks.cervix, () => cervix))?.[0] ?? null,
      lesion: await scan(masks.lesion, (share) => lesionOf(reading, cervix, levelOf(share))),
      junction: await scan(masks.junction, (threshold) => junctionOf(reading, threshold)),
      map: picture.set === 'via' ? await scanMap(picture, reading, cervix) : null,
    },
  };
}

/** Dice of lesion and junction in the map that shows both, for each pair of thresholds. */
async function scanMap(picture: Picture, reading: Reading, cervix: Mask) {
  const drawn = async (file: string | undefined) =>
    file === undefined ? null : maskOf(picture, file, cervix);
  const truth = { lesion: await drawn(picture.masks.lesion), junction: await drawn(picture.masks.junction) };
  const peak = peakOf(reading.lesion, cervix);
  const junctions = junctionThresholds.map((threshold) => junctionOf(reading, threshold));
  return lesionThresholds.flatMap((lesion) => {
    const own = levelsOf(peak, { lesion, junction: 1 }).lesion;
    const whole = lesionOf(reading, cervix, own);
    return junctionThresholds.map((junction, i) => {
      const found = junctions[i] ?? cervix;
      const surer = intersection(found, surerOfJunction(reading, { lesion: own, junction }));
      const shown = difference(whole, surer);
      return {
        lesion,
        junction,
        lesionDice: truth.lesion === null ? null : dice(shown, truth.lesion),
        junctionDice: truth.junction === null ? null : dice(difference(found, shown), truth.junction),
      };
    });
  });
}

async function squeezedAppearance(picture: Picture): Promise<Float32Array> {
  return appearanceOf(canvasOf(prepare(await studyOf(picture, true)).working), context);
}

function rounded(values: Float32Array): number[] {
  return [...values].map((value) => Math.round(value * 1e4) / 1e4);
}
