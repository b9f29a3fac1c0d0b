/**
 * Reads whole chest slices with the shipped engine, for `opacity/whole_slices.py`.
 * usage: npx tsx training/lung/engine/measure-opacities.ts SOURCES OUT.jsonl [EVERY]
 * SOURCES holds lung/mosmed_slices, lung/covid_ct_md and lung/sars_cov2_ct; EVERY takes each n-th image.
 */
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { engine } from '../../../analyses/lung/engine/engine.ts';
import { lungReading } from '../../../analyses/lung/reading/schema.ts';
import { makeContext, type Row, readTable, studyOf } from '../../breast/engine/films.ts';

const [sources = '', out = 'opacities.jsonl', every = '1'] = process.argv.slice(2);
const models = join(import.meta.dirname, '../../../analyses');
const context = makeContext((model) => {
  const [folder = '', file = ''] = model.split('/');
  return join(models, folder, 'model', `${file}.onnx`);
});

/** Whether the slice shows opacities; null where the label does not say. */
const labelOf: Readonly<Record<string, (row: Row) => boolean | null>> = {
  mosmed_slices: ({ severity }) => ({ 'CT-0': false, 'CT-2': true })[severity ?? ''] ?? null,
  covid_ct_md: ({ infection }) => ({ 0: false, 1: true })[infection ?? ''] ?? null,
  sars_cov2_ct: ({ label }) => label === 'covid',
};

writeFileSync(out, '');
for (const [set, opaque] of Object.entries(labelOf)) {
  const folder = join(sources, 'lung', set);
  const rows = readTable(join(folder, 'labels.csv')).filter((row) => opaque(row) !== null);
  for (const row of rows.filter((_, n) => n % Number(every) === 0)) {
    const prepared = engine.prepare(await studyOf(join(folder, row.file ?? '')));
    const { accepted } = await engine.accept(prepared, context);
    const { reading, scores } = await engine.analyse(prepared, context);
    const { findings } = lungReading.parse(reading);
    const named = findings.filter(({ state }) => state === 'found').map(({ type }) => type);
    appendFileSync(out, `${JSON.stringify({ set, opaque: opaque(row), accepted, named, scores })}\n`);
  }
}
