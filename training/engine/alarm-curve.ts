/**
 * The curve of a module's alarm budget (decision 030) from what its alarm-rows script read: `npx tsx
 * training/engine/alarm-curve.ts MODULE NETWORK ROWS`. ROWS (JSON): source, patient, whether the picture has
 * the finding, and the score of its report in percent. Writes analyses/MODULE/model/alarm-curve.json: false
 * alarms and sensitivity at every whole percent, all sources together, intervals by a bootstrap over
 * patients, and the SHA-256 of model/NETWORK.onnx, which is what was measured.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

export interface AlarmRow {
  readonly source: string;
  readonly case: string;
  readonly isWith: boolean;
  readonly score: number;
}

const draws = 1_000;
const [module = '', network = '', file = ''] = process.argv.slice(2);
const model = new URL(`../../analyses/${module}/model/`, import.meta.url);
const rows: readonly AlarmRow[] = JSON.parse(readFileSync(file, 'utf8'));
const [ill, well] = [rows.filter(({ isWith }) => isWith), rows.filter(({ isWith }) => !isWith)];
const share = (of: readonly AlarmRow[], threshold: number) =>
  of.filter(({ score }) => score >= threshold).length / of.length;
const rounded = (value: number, digits: number) => Number(value.toFixed(digits));

/** Lehmer's generator: every run draws the same. */
function generator(): () => number {
  let state = 20_261_123;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

function grouped(of: readonly AlarmRow[], keyOf: (row: AlarmRow) => string): Map<string, AlarmRow[]> {
  const groups = new Map<string, AlarmRow[]>();
  for (const row of of) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

function resampled(random: () => number): AlarmRow[] {
  const patients = [...grouped(ill, (row) => `${row.source} ${row.case}`).values()];
  return patients.flatMap(() => patients[Math.floor(random() * patients.length)] ?? []);
}

const random = generator();
const samples = Array.from({ length: draws }, () => resampled(random));

function interval(threshold: number): [number, number] {
  const found = samples.map((sample) => share(sample, threshold)).toSorted((a, b) => a - b);
  const at = (q: number) => rounded(found[Math.round(q * (draws - 1))] ?? 0, 4);
  return [at(0.025), at(0.975)];
}

const points = Array.from({ length: 99 }, (_, at) => at + 1).map((threshold) => ({
  threshold,
  falseAlarmsPer100: rounded(100 * share(well, threshold), 2),
  sensitivity: rounded(share(ill, threshold), 4),
  sensitivityInterval: interval(threshold),
}));
const sources = [...grouped(rows, ({ source }) => source)].map(([name, own]) => ({
  name,
  with: own.filter(({ isWith }) => isWith).length,
  without: own.filter(({ isWith }) => !isWith).length,
}));
const networkSha256 = createHash('sha256')
  .update(readFileSync(new URL(`${network}.onnx`, model)))
  .digest('hex');
const measured = new Date().toISOString().slice(0, 10);
const curve = { measured, networkSha256, sources, points };
writeFileSync(new URL('alarm-curve.json', model), `${JSON.stringify(curve, null, 2)}\n`);
for (const point of points.filter(({ threshold }) => threshold % 10 === 0))
  console.log(JSON.stringify(point));
