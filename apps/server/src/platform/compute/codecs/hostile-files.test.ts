import { deflateRawSync } from 'node:zlib';
import { decodeStudy } from '@second-read/core/decode/decode-study';
import { hostileDicom } from '@second-read/core/decode/dicom/hostile-dicom.test-support';
import { describe, expect, it } from 'vitest';
import { createCodecs } from './create-codecs.ts';
import { type SharedFile, sharedFiles } from './shared-files.test-support.ts';

/** In total. */
const maxMemoryGrowth = 300 * 1024 * 1024;

const codecs = createCodecs();
const files = sharedFiles('hostile');
const groups = new Map<string, SharedFile[]>();
for (const file of files ?? []) {
  const group = file.facts.group ?? '';
  groups.set(group, [...(groups.get(group) ?? []), file]);
}

async function endOf(file: SharedFile): Promise<string> {
  const result = await decodeStudy(file.read(), codecs);
  return result.ok ? 'decoded' : result.problem;
}

describe('DICOM files that lie about themselves', () => {
  const own = hostileDicom((bytes) => deflateRawSync(bytes));

  it.each(Object.keys(own))('%s: refused, in bounded memory', async (name) => {
    const before = process.memoryUsage().rss;
    const result = await decodeStudy(own[name] ?? new Uint8Array(), codecs);
    expect(result.ok).toBe(false);
    expect(process.memoryUsage().rss - before).toBeLessThan(maxMemoryGrowth);
  });
});

describe.skipIf(files === undefined)('damaged and unusual files (needs ../shared/datasets/hostile)', () => {
  it('are there', () => {
    expect(files?.length).toBeGreaterThan(1000);
  });

  it.each([...groups.keys()])('%s: every file is decoded or refused, in bounded memory', async (group) => {
    const before = process.memoryUsage().rss;
    for (const file of groups.get(group) ?? []) {
      const end = await endOf(file);
      if (file.facts.expect === 'decode') expect([file.name, end]).toEqual([file.name, 'decoded']);
      if (file.facts.expect === 'reject') expect([file.name, end]).not.toEqual([file.name, 'decoded']);
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(maxMemoryGrowth);
  });
});
