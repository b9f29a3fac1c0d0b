/**
 * Measures every training picture with the engine's own steps and the network of its fold, for
 * `calibrate.py`. usage: measure.ts OUT.jsonl
 */
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
import { lineWriter } from '../../engine/tables.ts';
import { contextOf, listPictures, maskOf, type Picture, studyOf } from './pictures.ts';

/** Thresholds among whose pairs `calibrate.py` chooses; the lesion's are shares of its map's peak. */
const lesionThresholds = [6, 7, 8, 9, 10, 11, 12].map((n) => n / 20);
const junctionThresholds = [10, 12, 14, 16].map((n) => n / 20);

const [out = 'measures.jsonl'] = process.argv.slice(2);
let fold = '0';
const context = contextOf(() => fold);
const write = lineWriter(out);
for (const picture of listPictures()) {
  fold = picture.fold;
  write(await measure(picture));
}

async function measure(picture: Picture) {
  const study = await studyOf(picture);
  const { reading, appearance, measures } = await readPhotograph(prepare(study).working, context);
  const { masks: _, ...known } = picture;
  return {
    ...known,
    measures,
    appearance: rounded(appearance),
    squeezedAppearance: picture.set === 'annocerv' ? rounded(await squeezedAppearance(picture)) : null,
    dice: { map: picture.set === 'via' ? await scanMap(picture, reading, cervixOf(reading)) : null },
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
