/**
 * Reads whole chest slices with the shipped engine, for `opacity/whole_slices.py`.
 * usage: measure-opacities.ts SOURCES OUT.jsonl
 * SOURCES holds lung/mosmed_slices, lung/covid_ct_md and lung/sars_cov2_ct.
 */
import { join } from 'node:path';
import { engine } from '../../../analyses/lung/engine/engine.ts';
import { lungReading } from '../../../analyses/lung/reading/schema.ts';
import { context } from '../../../analyses/study.test-support.ts';
import { readStudy } from '../../engine/read-study.ts';
import { lineWriter, type Row, readTable } from '../../engine/tables.ts';

const [sources = '', out = 'opacities.jsonl'] = process.argv.slice(2);

/** Whether the slice shows opacities; null where the label does not say. */
const labelOf: Readonly<Record<string, (row: Row) => boolean | null>> = {
  mosmed_slices: ({ severity }) => ({ 'CT-0': false, 'CT-2': true })[severity ?? ''] ?? null,
  covid_ct_md: ({ infection }) => ({ 0: false, 1: true })[infection ?? ''] ?? null,
  sars_cov2_ct: ({ label }) => label === 'covid',
};

const write = lineWriter(out);
for (const [set, opaque] of Object.entries(labelOf)) {
  const folder = join(sources, 'lung', set);
  for (const row of readTable(join(folder, 'labels.csv'))) {
    if (opaque(row) === null) continue;
    const prepared = engine.prepare(await readStudy(join(folder, row.file ?? '')));
    const { accepted } = await engine.accept(prepared, context);
    const { reading, scores } = await engine.analyse(prepared, context);
    const { findings } = lungReading.parse(reading);
    const named = findings.filter(({ state }) => state === 'found').map(({ type }) => type);
    write({ set, opaque: opaque(row), accepted, named, scores });
  }
}
