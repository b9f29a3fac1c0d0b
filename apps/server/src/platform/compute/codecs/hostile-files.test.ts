import { deflateRawSync } from 'node:zlib';
import { decodeStudy } from '@second-read/core/decode/decode-study';
import { hostileDicom } from '@second-read/core/decode/dicom/hostile-dicom.test-support';
import { describe, expect, it } from 'vitest';
import { createCodecs } from './create-codecs.ts';
import { type SharedFile, sharedFiles } from './shared-files.test-support.ts';

/** Limits of processor time per file and of memory growth in total. */
const maxProcessorMs = 2000;
const maxMemoryGrowth = 300 * 1024 * 1024;

const codecs = createCodecs();
const files = sharedFiles('hostile');
const groups = new Map<string, SharedFile[]>();
for (const file of files ?? []) {
  const group = file.facts.group ?? '';
  groups.set(group, [...(groups.get(group) ?? []), file]);
}

async function decodeTimed(file: SharedFile): Promise<string> {
  const before = process.cpuUsage();
  const result = await decodeStudy(file.read(), codecs);
  const spent = processorMsSince(before);
  if (spent > maxProcessorMs) throw new Error(`${file.name} took ${spent} ms`);
  return result.ok ? 'decoded' : result.problem;
}

/** Processor time: wall time depends on other tests. */
function processorMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

describe('DICOM files that lie about themselves', () => {
  const own = hostileDicom((bytes) => deflateRawSync(bytes));

  it.each(Object.keys(own))('%s: refused, in time and in bounded memory', async (name) => {
    const before = { memory: process.memoryUsage().rss, time: process.cpuUsage() };
    const result = await decodeStudy(own[name] ?? new Uint8Array(), codecs);
    expect(result.ok).toBe(false);
    expect(processorMsSince(before.time)).toBeLessThan(maxProcessorMs);
    expect(process.memoryUsage().rss - before.memory).toBeLessThan(maxMemoryGrowth);
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
      expect(process.memoryUsage().rss - before).toBeLessThan(maxMemoryGrowth);
    },
  );
});
