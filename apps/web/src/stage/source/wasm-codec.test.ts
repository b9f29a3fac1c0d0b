/// <reference types="node" />
// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { readDicomFrame } from '@second-read/core/decode/dicom/frame/read-frame';
import { describe, expect, it } from 'vitest';
import { decodeAnyDicom } from './decode-dicom.ts';
import { createWasmCodec } from './wasm-codec.ts';

/** One picture in every coding, by other programs, with its values; kept beside the server's codecs. */
const fixtures = new URL('../../../../server/src/platform/compute/codecs/fixtures/', import.meta.url);
const known: Record<string, { lossy: boolean; values: string }> = JSON.parse(
  readFileSync(new URL('facts.json', fixtures), 'utf8'),
);
const read = (name: string) => new Uint8Array(readFileSync(new URL(name, fixtures)));

function valuesOf(name: string): number[] {
  const bytes = Uint8Array.from(atob(known[name]?.values ?? ''), (letter) => letter.charCodeAt(0));
  return [...new Int32Array(bytes.buffer)];
}

const path = createRequire(import.meta.url).resolve('dcmjs-codecs/build/dcmjs-native-codecs.wasm');
let loads = 0;
const codec = createWasmCodec(() => {
  loads += 1;
  return WebAssembly.compile(readFileSync(path));
});
const inflate = () => {
  throw new Error('not deflated');
};

describe('the codecs in the browser', () => {
  it('are not fetched for what is not compressed', async () => {
    expect((await decodeAnyDicom(read('explicit-12-bit.dcm'), codec)).ok).toBe(true);
    expect((await decodeAnyDicom(read('rle-5-rgb.dcm'), codec)).ok).toBe(true);
    expect(loads).toBe(0);
  });

  it.each(Object.keys(known).filter((name) => name !== 'deflated'))(
    '%s has the values of the program that made it',
    async (name) => {
      const frame = await readDicomFrame(
        read(`${name}.dcm`),
        { ...codec, inflate },
        name.startsWith('frames-') ? 1 : 0,
      );
      if (!frame.ok) throw new Error(frame.problem);
      const reference = valuesOf(name);
      expect(frame.frame.values.length).toBe(reference.length);
      const worst = Math.max(...frame.frame.values.map((value, i) => Math.abs(value - (reference[i] ?? 0))));
      expect(worst).toBeLessThanOrEqual(known[name]?.lossy ? 1 : 0);
    },
  );

  it('unpacks a deflated data set', async () => {
    const deflated = await decodeAnyDicom(read('deflated.dcm'), codec);
    if (!deflated.ok) throw new Error(deflated.problem);
    expect([...deflated.study.grey.data]).toEqual(valuesOf('deflated'));
  });

  it('that cannot be loaded say nothing about the file, and are loaded again for the next', async () => {
    let tries = 0;
    const late = createWasmCodec(() => {
      tries += 1;
      if (tries === 1) throw new TypeError('not fetched');
      return WebAssembly.compile(readFileSync(path));
    });
    await expect(decodeAnyDicom(read('htj2k-201-8-bit.dcm'), late)).rejects.toThrow('not fetched');
    expect((await decodeAnyDicom(read('htj2k-201-8-bit.dcm'), late)).ok).toBe(true);
  });

  it('go on after a damaged stream, whatever coding it is of', async () => {
    const names = readdirSync(fixtures).filter((name) => /^(jpeg|htj2k)/.test(name));
    for (const name of names) {
      const bytes = read(name);
      const cut = bytes.slice(0, -Math.floor(bytes.length / 3));
      const torn = bytes.map((byte, at) => (at > bytes.length * 0.7 && at % 7 === 0 ? byte ^ 0xff : byte));
      for (const damaged of [cut, torn]) {
        expect(typeof (await decodeAnyDicom(damaged, codec)).ok, name).toBe('boolean');
      }
      expect((await decodeAnyDicom(bytes, codec)).ok, name).toBe(true);
    }
    expect(loads).toBe(1);
  });
});
