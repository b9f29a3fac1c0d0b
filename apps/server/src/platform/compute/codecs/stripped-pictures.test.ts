import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { decodeStudy } from '@second-read/core/decode/decode-study';
import { sniff } from '@second-read/core/decode/sniff';
import { describe, expect, it } from 'vitest';
import { stripMetadata } from '../clean/strip-metadata.ts';
import { Unreadable } from '../clean/unreadable.ts';
import { createCodecs } from './create-codecs.ts';
import { type SharedFile, sharedFiles } from './shared-files.test-support.ts';

const codecs = createCodecs();
const files = sharedFiles('hostile')?.filter((file) => {
  return !['dicom', 'unknown', 'unsupported'].includes(sniff(file.read()));
});
const groups = [...new Set(files?.map(({ facts }) => facts.group ?? ''))];

async function pictureOf(bytes: Uint8Array) {
  const result = await decodeStudy(bytes, codecs);
  if (!result.ok) return result.problem;
  const { grey, colour, width, height } = result.study;
  const hash = createHash('sha256').update(grey.data);
  if (colour) hash.update(colour.data);
  return { width, height, hasColour: colour !== undefined, pixels: hash.digest('hex') };
}

async function stripped(file: SharedFile): Promise<Uint8Array | undefined> {
  const bytes = file.read();
  const format = sniff(bytes);
  if (format === 'dicom' || format === 'unknown' || format === 'unsupported') return undefined;
  try {
    return new Uint8Array(Buffer.concat(await stripMetadata(bytes, format)));
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

describe.skipIf(files === undefined)('pictures without metadata (needs ../shared/datasets/hostile)', () => {
  it.each(groups)('%s: decodes the same as unstripped, or was refused before as well', async (group) => {
    const wrong: string[] = [];
    for (const file of files?.filter(({ facts }) => facts.group === group) ?? []) {
      const before = await pictureOf(file.read());
      const clean = await stripped(file);
      if (clean === undefined) {
        if (typeof before !== 'string') wrong.push(`${file.name}: refused`);
        continue;
      }
      if (typeof before === 'string') continue;
      if (!isDeepStrictEqual(await pictureOf(clean), before)) wrong.push(`${file.name}: another picture`);
    }
    expect(wrong).toEqual([]);
  });
});
