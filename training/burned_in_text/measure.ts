/**
 * What the detector makes of the pictures of paste.py: `measure.ts OUT` writes OUT/measured.jsonl, a line per
 * picture with every candidate and its features.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { textCandidates } from '../../core/src/burned-in-text/find-text.ts';
import { readStudy } from '../engine/read-study.ts';
import { lineWriter } from '../engine/tables.ts';

const [out = ''] = process.argv.slice(2);
const write = lineWriter(join(out, 'measured.jsonl'));
for (const line of readFileSync(join(out, 'pictures.jsonl'), 'utf8').trim().split('\n')) {
  const { file } = JSON.parse(line);
  write({ file, candidates: textCandidates((await readStudy(join(out, file))).grey) });
}
