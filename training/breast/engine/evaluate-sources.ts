/**
 * Reads the films of every source with the shipped engine, for `sources.py`.
 * usage: npx tsx training/breast/engine/evaluate-sources.ts OUT.jsonl [SOURCE,SOURCE] [refit]
 * MIAS taught the networks: each of its films is read by the one of the three shipped ones that never saw it
 * (`network/recover.py`); films of the folds 3 and 4 were seen by all three and are left out. `refit`: the
 * networks of `tried/refit/fit.py`, of which none saw the source that it reads.
 */
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { acceptMammogram } from '../../../analyses/breast/engine/accept.ts';
import { analyseMammogram } from '../../../analyses/breast/engine/analyse.ts';
import { calibration } from '../../../analyses/breast/engine/calibration.ts';
import { toInputBox } from '../../../analyses/breast/engine/framing/input-place.ts';
import { prepareMammogram } from '../../../analyses/breast/engine/framing/prepare.ts';
import { toFrame } from '../../../analyses/breast/engine/masses/masses.ts';
import { nameMasses } from '../../../analyses/breast/engine/masses/named-masses.ts';
import { readBreast } from '../../../analyses/breast/engine/read-breast.ts';
import {
  dataRoot,
  foldsLeftOut,
  makeContext,
  type Row,
  readTable,
  shippedNetwork,
  studyOf,
} from './films.ts';

const sources = (process.argv[3] ?? 'cesm_dm_test,mammogram_mastery,exams,mias').split(',');
/** Operating points to choose from. */
const points = [0.325, 0.25, 0.2, 0.175, 0.15, 0.125];

const isRefit = process.argv[4] === 'refit';
const out = process.argv[2] ?? 'sources.jsonl';
const models = join(import.meta.dirname, '../../../analyses');
let network = '';
const context = makeContext((model) => {
  const [folder = '', file = ''] = model.split('/');
  return model === 'breast/breast' ? network : join(models, folder, 'model', `${file}.onnx`);
});

writeFileSync(out, '');
for (const source of sources) {
  for (const row of readTable(join(dataRoot, 'breast', source, 'labels.csv'))) {
    const fold = row.fold ?? '';
    if (source === 'mias' && !foldsLeftOut.includes(fold)) continue;
    network = networkFor(source, fold);
    appendFileSync(out, `${JSON.stringify(await evaluate(source, row))}\n`);
  }
}

function networkFor(source: string, fold: string): string {
  if (!isRefit) return shippedNetwork(source, fold);
  return join(import.meta.dirname, '../cache', `refit-${source === 'mias' ? `fold${fold}` : source}.onnx`);
}

async function evaluate(source: string, row: Row) {
  const study = await studyOf(join(dataRoot, 'breast', source, row.file ?? ''));
  const prepared = prepareMammogram(study);
  const { accepted } = await acceptMammogram(prepared, context);
  const { scores, candidates } = await analyseMammogram(prepared, context, calibration);
  const reading = await readBreast(prepared, context, calibration);
  const { working, search, axes, masses, namedClusters } = reading;
  const named = points.map((mass) => {
    const operating = { ...calibration.operating, mass };
    const found = nameMasses(search, axes, { operating, marks: { ...calibration.marks, mass: 0.4 * mass } });
    return { mass, below: found.below.length, places: found.named.slice(0, 3).map((one) => placed(one)) };
  });
  function placed(one: { x: number; y: number; radius: number }) {
    if (search === null) throw new Error('a mass was found in a search');
    const { grid } = search.context;
    const { x, y } = toFrame(grid, one);
    const r = one.radius * grid.scale;
    return toInputBox(working, { x: x - r, y: y - r, width: 2 * r, height: 2 * r });
  }
  return {
    source,
    file: row.file,
    accepted,
    scores,
    candidates,
    named,
    marksBelow: scores.marks_below,
    found: { masses: masses.length, clusters: namedClusters.length },
  };
}
