import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCompute } from '../platform/compute/create-compute.ts';
import { analyse } from './analyse.ts';

const threadFile = new URL('../platform/compute/testing/toy-thread.ts', import.meta.url);
const openCompute: typeof createCompute = (options) => createCompute({ ...options, threadFile });

describe('npm run analyse', () => {
  let folder = '';
  let picture = '';
  const said: string[] = [];
  const run = (...args: string[]) => analyse(args, { say: (line) => said.push(line), openCompute });
  const linesOf = async (out: string) =>
    (await readFile(join(out, 'results.jsonl'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'analyse-'));
    picture = join(folder, 'picture.png');
    const data = Uint8Array.from({ length: 200 }, (_, i) => (i < 50 ? 200 : 50));
    await sharp(data, { raw: { width: 20, height: 10, channels: 1 } })
      .png()
      .toFile(picture);
    await writeFile(join(folder, 'text.png'), 'not a picture');
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('writes a line per file in input order, whatever becomes of it', async () => {
    const out = join(folder, 'out');
    const files = [picture, join(folder, 'text.png'), folder, join(folder, 'missing.png'), picture];
    expect(await run('breast', ...files, '--out', out, '--jobs', '3')).toBe(0);
    const lines = await linesOf(out);
    expect(lines.map(({ file }) => file)).toEqual(files);
    expect(lines.map(({ status, reason }) => [status, reason])).toEqual([
      ['completed', undefined],
      ['failed', 'unknown_format'],
      ['failed', 'unreadable_file'],
      ['failed', 'unreadable_file'],
      ['completed', undefined],
    ]);
  });

  it('gives a completed file everything that other programs read', async () => {
    const out = join(folder, 'fields');
    await run('lung', picture, picture, '--out', out, '--step', 'nodule');
    const [line, twin] = await linesOf(out);
    expect(line).toMatchObject({
      report_text: ['bright:50'],
      scores: { gate: 0.9, bright: 50 },
      candidates: [{ type: 'toy', x: 1, y: 2, width: 3, height: 4, score: 0.5 }],
      legend: { 0: 'background', 3: 'nodule' },
    });
    expect(Object.keys(line.timings_ms)).toEqual(['decode', 'gate', 'analyse', 'encode', 'total']);
    expect(line.labels).not.toBe(twin.labels);
    const map = await sharp(join(out, line.labels)).metadata();
    expect([map.format, map.width, map.height, map.channels]).toEqual(['png', 20, 10, 1]);
    expect(line.reader_share).toBe('labels/00001-picture.reader_share.png');
    expect((await sharp(join(out, line.reader_share)).metadata()).channels).toBe(1);
  });

  it.each([
    [[]],
    [['knee', 'x.png', '--out', 'o']],
    [['breast', '--out', 'o']],
    [['breast', 'x.png']],
    [['breast', 'x.png', '--out', 'o', '--jobs', '0']],
    [['breast', 'x.png', '--out', 'o', '--step', 'nodule']],
    [['breast', 'x.png', '--out', 'o', '--colour']],
  ])('refuses a call that makes no sense: %j', async (args) => {
    expect(await run(...args)).toBe(2);
    expect(said.at(-1)).toMatch(/^Usage:/);
  });

  it('exits 1 when the results cannot be written', async () => {
    expect(await run('breast', picture, '--out', join(picture, 'below'))).toBe(1);
  });
});
