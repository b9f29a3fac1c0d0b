/**
 * What the engine says of every labeled slice of the sources that its network never saw:
 * `alarm-rows.ts DATA NETWORKS OUT`. NETWORKS holds without-SOURCE.onnx of each source that the shipped
 * network learned from; the others are read by that. Writes OUT (JSON, for training/engine/alarm-curve.ts):
 * whether the slice bleeds, the probability of its report in percent.
 * Slices beside a bleeding are neither one nor the other and are left out, as are slices that the gate
 * refuses: they get no report. Beside it, OUT with `-facts.json` for sources.py: level, place in the scan,
 * probability, the type named and its scores, and whether the picture is put up for review, of every slice.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { engine } from '../../../analyses/brain-ct/engine/engine.ts';
import { bleedingTypes } from '../../../analyses/brain-ct/engine/measure/haemorrhage.ts';
import { brainReading } from '../../../analyses/brain-ct/reading/schema.ts';
import { context } from '../../../analyses/study.test-support.ts';
import type { EngineContext } from '../../../core/src/analysis/engine.ts';
import type { AlarmRow } from '../../engine/alarm-curve.ts';
import { contextWith } from '../../engine/networks.ts';
import { readStudy } from '../../engine/read-study.ts';
import { readTable } from '../../engine/tables.ts';

const [data = '', networks = '', out = ''] = process.argv.slice(2);
/** Of PHE-SICH every third slice is read, as in sources.py. */
const steps = {
  phe_sich: 3,
  roboflow_ich: 1,
  mbh25: 1,
  aisd: 1,
  cpaisd: 1,
  rsna_dicom: 1,
  aisd_dicom: 1,
} as const;

/** With the network that never learned from this source. */
function contextFor(source: string): EngineContext {
  const path = `${networks}/without-${source}.onnx`;
  return existsSync(path) ? contextWith('brain-ct/haemorrhage', () => path) : context;
}

async function factsOf(file: string, context: EngineContext) {
  const prepared = engine.prepare(await readStudy(file));
  const accepted = await engine.accept(prepared, context);
  if (!accepted.accepted) return null;
  const { reading, evidence, scores } = await engine.analyse(prepared, { ...context, isForExam: true });
  const { facts, findings } = brainReading.parse(reading);
  const bleeding = findings.find((finding) => finding.type === 'haemorrhage');
  return {
    score: facts.haemorrhage,
    probability: scores.haemorrhage,
    level: evidence?.facts.level,
    position: evidence?.facts.position,
    unlike: evidence?.facts.unlike,
    kind: bleeding?.descriptors.kind ?? null,
    types: Object.fromEntries(bleedingTypes.map((type) => [type, evidence?.facts[`type_${type}`]])),
  };
}

const rows: AlarmRow[] = [];
const facts: object[] = [];
for (const [source, step] of Object.entries(steps)) {
  const known = readTable(`${data}/${source}/labels.csv`)
    .filter((_, at) => at % step === 0)
    .filter(({ any_ich, near_positive }) => any_ich !== '' && near_positive !== '1');
  for (const { file, case: name = '', any_ich } of known) {
    const found = await factsOf(`${data}/${source}/${file}`, contextFor(source));
    facts.push({ source, file, ...found });
    if (found !== null && found.score !== null)
      rows.push({ source, case: name, isWith: any_ich === '1', score: found.score });
  }
  console.log(source, known.length, 'slices,', rows.filter((row) => row.source === source).length, 'read');
  writeFileSync(out, JSON.stringify(rows));
  writeFileSync(out.replace('.json', '-facts.json'), JSON.stringify(facts));
}
