/**
 * The curve of the alarm budget (decision 030) from what alarm-rows.ts read: `npx tsx
 * training/brain-ct/engine/alarm-curve.ts ROWS`. Writes analyses/brain-ct/model/alarm-curve.json: false
 * alarms and sensitivity at every whole percent, all sources together, intervals by a bootstrap over
 * patients.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

interface Row {
  readonly source: string;
  readonly case: string;
  readonly bleeds: boolean;
  readonly probability: number;
}

const draws = 1_000;
const model = new URL('../../../analyses/brain-ct/model/', import.meta.url);
const rows: readonly Row[] = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const [ill, well] = [rows.filter(({ bleeds }) => bleeds), rows.filter(({ bleeds }) => !bleeds)];
const share = (of: readonly Row[], threshold: number) =>
  of.filter(({ probability }) => probability >= threshold).length / of.length;
const rounded = (value: number, digits: number) => Number(value.toFixed(digits));

/** Lehmer's generator: every run draws the same. */
function generator(): () => number {
  let state = 20_261_123;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

function grouped(of: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of of) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

function resampled(random: () => number): Row[] {
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
  with: own.filter(({ bleeds }) => bleeds).length,
  without: own.filter(({ bleeds }) => !bleeds).length,
}));
const networkSha256 = createHash('sha256')
  .update(readFileSync(new URL('haemorrhage.onnx', model)))
  .digest('hex');
const measured = new Date().toISOString().slice(0, 10);
const curve = { measured, networkSha256, sources, points };
writeFileSync(new URL('alarm-curve.json', model), `${JSON.stringify(curve, null, 2)}\n`);
for (const point of points.filter(({ threshold }) => threshold % 10 === 0))
  console.log(JSON.stringify(point));
