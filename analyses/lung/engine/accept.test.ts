import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { EngineContext } from '@second-read/core/analysis/engine';
import { applyWindow } from '@second-read/core/pixels/color/apply-window';
import { describe, expect, it } from 'vitest';
import { createCodecs } from '../../../apps/server/src/platform/compute/codecs/create-codecs.ts';
import { decodeStudy } from '../../../core/src/decode/decode-study.ts';
import { context, greyStudy } from '../../study.test-support.ts';
import { lungReading } from '../reading/schema.ts';
import { accept, hasLungs } from './accept.ts';
import { engine } from './engine.ts';
import { chestPhantom } from './phantom.test-support.ts';
import { prepare } from './prepare.ts';

/** In Hounsfield units. */
const windows = { lung: { min: -1350, max: 150 }, wide: { min: -1250, max: 1250 } };
const datasets = fileURLToPath(new URL('../../../../shared/datasets/', import.meta.url));

/** Every so many files of a set in Hounsfield units. */
function slicesOf(set: string, every: number) {
  return readdirSync(datasets + set)
    .filter((name, n) => name.endsWith('.dcm') && n % every === 0)
    .map((name) => `${datasets}${set}/${name}`);
}

async function shownIn(path: string, window: keyof typeof windows) {
  const decoded = await decodeStudy(readFileSync(path), createCodecs());
  if (!decoded.ok) throw new Error(`${path}: ${decoded.problem}`);
  const grey = applyWindow(decoded.study.grey, windows[window]);
  return prepare(greyStudy({ ...grey, data: Float32Array.from(grey.data) }));
}

it.each([
  [2, 0, false],
  [3, 0, true],
  [0, 12, false],
  [0, 13, true],
])(
  'with %i %% of the body outlined as lung and %i %% seen as lung a slice is of the chest: %s',
  (outlined, seen, is) => {
    const part = (percent: number) => ({
      width: 10,
      height: 10,
      data: Uint8Array.from({ length: 100 }, (_, i) => Number(i < percent)),
    });
    const lung = { width: 10, height: 10, data: Float32Array.from(part(seen).data) };
    const lungs = { left: part(outlined), right: part(0), pose: 'upright' as const };
    expect(hasLungs({ lungs, bodyMask: part(100), tissue: { lung } })).toBe(is);
  },
);

describe('a slice that shows lung, or what looks like it', () => {
  const phantom = greyStudy(chestPhantom([{ x: 190, y: 128, radius: 5 }]), { quantity: 'hounsfield' });
  /** The networks that ship, but for the level that the gate sees. */
  const atLevel = (level: number, isForExam = false): EngineContext => ({
    ...context,
    isForExam,
    infer: async (model, feeds) => {
      const outputs = await context.infer(model, feeds);
      if (model !== 'modality/modality') return outputs;
      return {
        probabilities: { data: Float32Array.of(0, 0, 1, 0, 0, 0, 0, 1, 0, 0), dims: [2, 5] },
        lung_level: { data: Float32Array.of(level, level), dims: [2, 1] },
      };
    },
  });
  const noduleOf = async (level: number) => {
    const { reading } = await engine.analyse(prepare(phantom), atLevel(level, true));
    return lungReading.parse(reading).findings[0];
  };

  it('is refused where the gate sees another level of the body', async () => {
    expect(await accept(prepare(phantom), atLevel(0.9))).toMatchObject({ accepted: true });
    expect(await accept(prepare(phantom), atLevel(0.01))).toMatchObject({
      accepted: false,
      message: expect.stringContaining('No lungs were found'),
    });
  });

  it('is read in an exam, without a nodule where the gate sees another level', async () => {
    expect(await accept(prepare(phantom), atLevel(0.01, true))).toMatchObject({ accepted: true });
    expect(await noduleOf(0.9)).toMatchObject({ type: 'nodule', state: 'found' });
    expect(await noduleOf(0.01)).toMatchObject({ state: 'not_assessed', reason: 'organ_not_found' });
  });
});

describe.skipIf(!existsSync(datasets))(
  'pictures in the windows of a chest (needs ../shared/datasets)',
  () => {
    it.each(['lung', 'wide'] as const)('of a head are refused as a head, %s window', async (window) => {
      for (const path of [
        ...slicesOf('brain/rsna_dicom/files', 1),
        ...slicesOf('brain/aisd_dicom/files', 1),
      ]) {
        const { accepted } = await accept(await shownIn(path, window), context);
        expect([path, accepted]).toEqual([path, false]);
      }
    });

    it.each(['lung', 'wide'] as const)(
      'of a neck, above the lungs, are refused, %s window',
      async (window) => {
        const [neck = ''] = slicesOf('lung/petct_dx/images', 4);
        expect(await accept(await shownIn(neck, window), context)).toMatchObject({
          accepted: false,
          message: expect.stringContaining('No lungs were found'),
        });
      },
    );

    it.each(['lung', 'wide'] as const)('of a chest are accepted, %s window', async (window) => {
      for (const path of [
        // The last one shows a rim of lung around the liver.
        ...slicesOf('lung/petct_dx/images', 4).slice(1, -1),
        ...slicesOf('lung/lidc_series/images', 4).slice(1, -2),
      ]) {
        const { accepted } = await accept(await shownIn(path, window), context);
        expect([path, accepted]).toEqual([path, true]);
      }
    });
  },
);
