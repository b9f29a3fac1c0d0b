/**
 * What the detector makes of the pictures of paste.py: `tsx measure.ts OUT` writes OUT/measured.jsonl, a line
 * per picture with the boxes it proposes, every candidate with its features, and the milliseconds.
 */
import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCodecs } from '../../apps/server/src/platform/compute/codecs/create-codecs.ts';
import { findText, textCandidates } from '../../core/src/burned-in-text/find-text.ts';
import { decodeStudy } from '../../core/src/decode/decode-study.ts';

const [out = ''] = process.argv.slice(2);
const wantsCandidates = process.argv.includes('--candidates');
const codecs = createCodecs();
const lines = createWriteStream(join(out, 'measured.jsonl'));
for (const line of readFileSync(join(out, process.env.PICTURES ?? 'pictures.jsonl'), 'utf8')
  .trim()
  .split('\n')) {
  const { file } = JSON.parse(line);
  const decoded = await decodeStudy(readFileSync(join(out, file)), codecs);
  if (!decoded.ok) throw new Error(`${file}: ${decoded.problem}`);
  const start = performance.now();
  const boxes = wantsCandidates ? [] : findText(decoded.study.grey);
  const milliseconds = performance.now() - start;
  const candidates = wantsCandidates ? textCandidates(decoded.study.grey) : [];
  lines.write(`${JSON.stringify({ file, boxes, candidates, milliseconds })}\n`);
}
lines.end();
