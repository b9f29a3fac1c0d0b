/**
 * Measures every training picture with the engine's own steps and the network of its fold, for `calibrate.py`.
 * usage: tsx measure.ts OUT.jsonl [FOLD ...]
 */
import { appendFileSync, writeFileSync } from 'node:fs';
import { dice } from '@second-read/core/pixels/mask-logic';
import { readPhotograph } from '../../analyses/cervix/engine/analyse.ts';
import { frameOf } from '../../analyses/cervix/engine/frame.ts';
import { cervixOf, junctionOf, lesionOf } from '../../analyses/cervix/engine/segment.ts';
import { contextOf, listPictures, maskOf, type Picture, studyOf } from './pictures.ts';

/** Thresholds among which `calibrate.py` chooses. */
const thresholds = Array.from({ length: 11 }, (_, i) => (i + 3) / 20);

const [out = 'measures.jsonl', ...folds] = process.argv.slice(2);
let fold = '0';
const context = contextOf(() => fold);
writeFileSync(out, '');
for (const picture of listPictures()) {
  if (folds.length > 0 && !folds.includes(picture.fold)) continue;
  fold = picture.fold;
  appendFileSync(out, `${JSON.stringify(await measure(picture))}\n`);
}

async function measure(picture: Picture) {
  const study = await studyOf(picture);
  const { reading, measures } = await readPhotograph(frameOf(study), context);
  const cervix = cervixOf(reading);
  const scan = async (file: string | undefined, regionAt: (threshold: number) => typeof cervix) => {
    if (file === undefined) return null;
    const truth = await maskOf(picture, file, cervix);
    return thresholds.map((threshold) => dice(regionAt(threshold), truth));
  };
  const { masks, ...known } = picture;
  return {
    ...known,
    measures,
    dice: {
      thresholds,
      cervix: (await scan(masks.cervix, () => cervix))?.[0] ?? null,
      lesion: await scan(masks.lesion, (threshold) => lesionOf(reading, cervix, threshold)),
      junction: await scan(masks.junction, (threshold) => junctionOf(reading, threshold)),
    },
  };
}
