import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Study } from '@second-read/core/decode/study';
import { applyWindow } from '@second-read/core/pixels/color/apply-window';
import { area, difference, union } from '@second-read/core/pixels/regions/mask-logic';
import { describe, expect, it } from 'vitest';
import { createCodecs } from '../../apps/server/src/platform/compute/codecs/create-codecs.ts';
import { decodeStudy } from '../../core/src/decode/decode-study.ts';
import { context, greyStudy, studyOfFile } from '../study.test-support.ts';
import { engine } from './engine/engine.ts';
import { prepare } from './engine/prepare.ts';
import { type LungReading, lungReading, type NoduleFinding } from './reading/schema.ts';
import { foundNodules } from './report/nodule-words.ts';
import { textsOf } from './report/to-document.ts';

/**
 * The chest pictures that a reading of reports beside their pictures rejected, as far as they are settled.
 * The networks learned from some of them: this guards what is settled and measures nothing.
 */
const data = new URL('../../../shared/datasets/lung/', import.meta.url);
const at = (name: string) => fileURLToPath(new URL(name, data));
const softTissue = { min: -160, max: 240 };
const timeout = 120_000;

async function read(study: Study): Promise<LungReading> {
  return lungReading.parse((await engine.analyse(engine.prepare(study), context)).reading);
}
const readPicture = async (name: string) => read(await studyOfFile(at(name)));

async function inSoftTissueWindow(name: string): Promise<Study> {
  const decoded = await decodeStudy(readFileSync(at(name)), createCodecs());
  if (!decoded.ok) throw new Error(`${name}: ${decoded.problem}`);
  const shown = applyWindow(decoded.study.grey, softTissue);
  return greyStudy({ ...shown, data: Float32Array.from(shown.data) });
}

/** A nodule whose box holds this place. */
function namedAt(reading: LungReading, x: number, y: number): NoduleFinding | undefined {
  return foundNodules(reading).find(({ region }) => {
    const box = region?.box;
    return box && x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
  });
}

describe.skipIf(!existsSync(data))('chest pictures of the report review (needs the shared data sets)', () => {
  it('a pleural nodule of 15 mm is named', { timeout }, async () => {
    expect(namedAt(await readPicture('luna_slices/images/l1100.webp'), 270, 203)).toBeDefined();
  });

  it('a nodule that holds air is measured with its wall', { timeout }, async () => {
    const decoded = await decodeStudy(readFileSync(at('lidc_series/images/0063_067.dcm')), createCodecs());
    if (!decoded.ok) throw new Error(decoded.problem);
    const nodule = namedAt(await read(decoded.study), 187, 334);
    const diameter = nodule?.measurements.find(({ quantity }) => quantity === 'mean_diameter')?.value ?? 0;
    // Two of three readers: 8.3 mm.
    expect(Math.abs(diameter - 8.3)).toBeLessThan(1.5);
  });

  it('a partly subsolid nodule of 21 mm is measured with most of its rim', { timeout }, async () => {
    const nodule = namedAt(await readPicture('luna_slices/images/l1019.webp'), 260, 171);
    // In pixels of 1 mm.
    expect(nodule?.measurements.find(({ unit }) => unit === 'px')?.value).toBeGreaterThan(15);
  });

  it('a subsolid tumor is named, and not called solid', { timeout }, async () => {
    const nodule = namedAt(await readPicture('msd_tumour/images/58_275.webp'), 186, 137);
    expect(nodule?.descriptors?.texture).toMatch(/ground_glass|part_solid/);
  });

  it('a hilar mass is named in a soft-tissue window too', { timeout }, async () => {
    const reading = await read(await inSoftTissueWindow('petct_dx/images/a0002_16.dcm'));
    expect(namedAt(reading, 190, 300)).toBeDefined();
  });

  it('shoulder, rib and sternum are no nodules in a soft-tissue window', { timeout }, async () => {
    const reading = await read(await inSoftTissueWindow('lidc_series/images/0063_042.dcm'));
    expect(namedAt(reading, 219, 301)).toBeDefined();
    const kinds = foundNodules(reading).map(({ descriptors }) => descriptors?.kind);
    expect(kinds).not.toContain('mass');
    expect(kinds).not.toContain('nodule_or_mass');
  });

  it('a vessel across a soft-tissue window is no nodule', { timeout }, async () => {
    const reading = await read(await inSoftTissueWindow('petct_dx/images/a0002_20.dcm'));
    expect(foundNodules(reading)).toEqual([]);
  });

  it('vessels of a normal slice are no nodules', { timeout }, async () => {
    expect(foundNodules(await readPicture('luna_normal/images/0513_062.webp'))).toEqual([]);
  });

  it.each(['011', '042', '051'])(
    'patches and vessels of infection %s are no nodules',
    { timeout },
    async (name) => {
      expect(foundNodules(await readPicture(`covid_infnet/images/${name}.webp`))).toEqual([]);
    },
  );

  it.each(['011', '042', '051'])(
    'infection %s is not called mainly consolidation',
    { timeout },
    async (name) => {
      const texts = textsOf(await readPicture(`covid_infnet/images/${name}.webp`));
      expect(texts.conclusion).toMatch(/opacity over \d/);
      expect(texts.conclusion).not.toContain('mainly consolidation');
    },
  );

  it('a whole slice in a very narrow window is no part of one', { timeout }, async () => {
    const reading = await readPicture('iq_oth/images/m168.webp');
    expect(reading.input).toMatchObject({ extent: 'slice', window: 'all_black' });
    expect(textsOf(reading).conclusion).toContain('lung window or DICOM file needed');
  });

  it.each([
    'petct_dx/images/a0002_03.dcm',
    'petct_dx/images/a0002_19.dcm',
    'lidc_series/images/0063_009.dcm',
  ])('no lung lies outside of the body, in a soft-tissue window either: %s', { timeout }, async (name) => {
    const seen = await prepare(await inSoftTissueWindow(name)).seen(context);
    if (typeof seen === 'string') throw new Error(seen);
    const both = union(seen.lungs.left, seen.lungs.right);
    expect(area(both)).toBeGreaterThan(0);
    expect(area(difference(both, seen.bodyMask)) / area(both)).toBeLessThan(0.005);
  });

  it('the air between body and table is no lung where the picture cuts the body', { timeout }, async () => {
    const seen = await prepare(await studyOfFile(at('luna_slices/images/l0143.webp'))).seen(context);
    if (typeof seen === 'string') throw new Error(seen);
    const { width, height, data } = union(seen.lungs.left, seen.lungs.right);
    expect(data.subarray(Math.floor(0.8 * height) * width).some((value) => value === 1)).toBe(false);
  });
});
