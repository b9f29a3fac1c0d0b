import { deflateRawSync } from 'node:zlib';
import { decodeStudy } from '@second-read/core/decode/decode-study';
import { hostileDicom } from '@second-read/core/decode/dicom/hostile-dicom.test-support';
import { describe, expect, it } from 'vitest';
import { createCodecs } from './create-codecs.ts';
import { type SharedFile, sharedFiles } from './shared-files.test-support.ts';

/** Each file may take this long, and all together may leave the process this much larger. */
const longestMs = 2000;
const mostMemoryGrowth = 300 * 1024 * 1024;

const codecs = createCodecs();
const files = sharedFiles('hostile');
const groups = new Map<string, SharedFile[]>();
for (const file of files ?? []) {
  const group = file.facts.group ?? '';
  groups.set(group, [...(groups.get(group) ?? []), file]);
}

async function decodeTimed(file: SharedFile): Promise<string> {
  const start = performance.now();
  const result = await decodeStudy(file.read(), codecs);
  const elapsed = performance.now() - start;
  if (elapsed > longestMs) throw new Error(`${file.name} took ${elapsed} ms`);
  return result.ok ? 'decoded' : result.problem;
}

describe('DICOM files that lie about themselves', () => {
  const own = hostileDicom((bytes) => deflateRawSync(bytes));

  it.each(Object.keys(own))('%s: refused, in time and in bounded memory', async (name) => {
    const before = { memory: process.memoryUsage().rss, time: process.cpuUsage() };
    const result = await decodeStudy(own[name] ?? new Uint8Array(), codecs);
    const { user, system } = process.cpuUsage(before.time);
    expect(result.ok).toBe(false);
    expect((user + system) / 1000).toBeLessThan(longestMs);
    expect(process.memoryUsage().rss - before.memory).toBeLessThan(mostMemoryGrowth);
  });
});

describe.skipIf(files === undefined)('damaged and unusual files (needs ../shared/datasets/hostile)', () => {
  it('are there', () => {
    expect(files?.length).toBeGreaterThan(1000);
  });

  it.each([...groups.keys()])(
    '%s: every file is decoded or refused, in time and in bounded memory',
    async (group) => {
      const before = process.memoryUsage().rss;
      for (const file of groups.get(group) ?? []) {
        const end = await decodeTimed(file);
        if (file.facts.expect === 'decode') expect([file.name, end]).toEqual([file.name, 'decoded']);
        if (file.facts.expect === 'reject') expect([file.name, end]).not.toEqual([file.name, 'decoded']);
      }
      expect(process.memoryUsage().rss - before).toBeLessThan(mostMemoryGrowth);
    },
  );
});
