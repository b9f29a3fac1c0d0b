import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { decodeStudy } from '@second-read/core/decode/decode-study';
import type { Study } from '@second-read/core/decode/study';
import { describe, expect, it } from 'vitest';
import { createCodecs } from '../apps/server/src/platform/compute/codecs/create-codecs.ts';
import { decodeAnyDicom } from '../apps/web/src/stage/source/decode-dicom.ts';
import { pictureOfStudy } from '../apps/web/src/stage/source/study-picture.ts';
import { createWasmCodec } from '../apps/web/src/stage/source/wasm-codec.ts';

/** Compares what the browser shows before an analysis with what the engines read. */
const own = new URL('../apps/server/src/platform/compute/codecs/fixtures/', import.meta.url);
const shared = new URL('../../shared/datasets/dicom/files/', import.meta.url);
const filesIn = (folder: URL) =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.dcm')) : [];
const files = [own, shared].flatMap((folder) =>
  filesIn(folder).map((name) => [name, new URL(name, folder)] as const),
);

const codecs = createCodecs();
const wasm = createRequire(import.meta.url).resolve('dcmjs-codecs/build/dcmjs-native-codecs.wasm');
const codec = createWasmCodec(() => WebAssembly.compile(readFileSync(wasm)));

/** All but the pixels, which are compared as bytes: a list of millions takes minutes. */
function described({ grey, colour, ...facts }: Study) {
  return { ...facts, hash: [sum(grey.data), colour && sum(colour.data)] };
}

/** Position-weighted, so that equal values in other places differ. */
function sum(values: ArrayLike<number>): number {
  let total = 0;
  for (let at = 0; at < values.length; at++) total = (total * 31 + (values[at] ?? 0) * 1009) % 1_000_003;
  return total;
}

describe('a DICOM file in the browser and on the server', () => {
  it.each(files)('%s is the same study', async (_, url) => {
    const bytes = new Uint8Array(readFileSync(url));
    const [browser, server] = [await decodeAnyDicom(bytes, codec), await decodeStudy(bytes, codecs)];
    if (!server.ok || !browser.ok) {
      expect(browser.ok).toBe(server.ok);
      return;
    }
    expect(described(browser.study)).toEqual(described(server.study));
  });

  it.each(files)("%s is shown in the engines' units", async (_, url) => {
    const server = await decodeStudy(new Uint8Array(readFileSync(url)), codecs);
    if (!server.ok) return;
    const picture = pictureOfStudy(server.study, undefined);
    if (picture.kind === 'colour') return;
    const { data } = server.study.grey;
    expect(picture.unit === 'HU').toBe(server.study.quantity === 'hounsfield');
    if (picture.unit !== 'HU') return;
    let worst = 0;
    for (let at = 0; at < data.length; at++)
      worst = Math.max(worst, Math.abs((data[at] ?? 0) - (picture.samples[at] ?? 0)));
    expect(worst).toBeLessThanOrEqual(0.5);
  });
});
