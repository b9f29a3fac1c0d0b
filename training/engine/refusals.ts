/**
 * How often the gate refuses a set: `npx tsx training/engine/refusals.ts KIND SET [MOST]`. KIND: mammogram,
 * headCt, chestCt or cervix. SET holds labels.csv, the file in its first column; MOST files, evenly drawn,
 * are read. Pictures with Hounsfield units are read as they are and as 8-bit pictures in each window. A line
 * per way to show them: how many are refused, and how many are taken for another kind.
 */
import { acceptModality, modalities, recogniseModality } from '../../analyses/modality/gate.ts';
import { gateView } from '../../analyses/modality/reduced-colour.ts';
import { context } from '../../analyses/study.test-support.ts';
import { readStudy } from './read-study.ts';
import { filesOf, shownAs } from './shown-as.ts';
import { windows } from './windows.ts';

const [kind = '', set = '', most = '1000'] = process.argv.slice(2);
const wanted = modalities.find((one) => one === kind);
if (wanted === undefined || wanted === 'other') throw new Error(`${kind} is none of the four kinds`);

const files = filesOf(set);
const every = Math.max(1, files.length / Number(most));
const tally = new Map<string, { of: number; refused: string[]; taken: string[] }>();
for (let at = 0; at < files.length; at += every) {
  const file = files[Math.floor(at)] ?? '';
  for (const [shown, study] of shownAs(await readStudy(`${set}/${file}`), windows)) {
    const view = gateView(study);
    const told = tally.get(shown) ?? { of: 0, refused: [], taken: [] };
    tally.set(shown, told);
    told.of++;
    const { accepted } = await acceptModality(view, context, wanted, { wanted: kind });
    if (accepted) continue;
    told.refused.push(file);
    const scores = await recogniseModality(view, context);
    const other = modalities.find((one) => one !== wanted && one !== 'other' && scores[one] >= 0.5);
    if (other !== undefined) told.taken.push(`${file} as ${other}`);
  }
}
for (const [shown, told] of tally) console.log(JSON.stringify({ set, shown, ...told }));
