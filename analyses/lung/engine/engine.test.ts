import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Box } from '@second-read/core/pixels/plane';
import { dice, ofClass } from '@second-read/core/pixels/regions/mask-logic';
import type { Analysis } from '@second-read/core/reading/analysis';
import { measured } from '@second-read/core/reading/measurement';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { context, greyStudy, studyOfFile } from '../../study.test-support.ts';
import { type LungReading, lungReading } from '../reading/schema.ts';
import { textsOf } from '../report/to-document.ts';
import { report } from '../report.ts';
import { engine } from './engine.ts';
import { chestPhantom } from './phantom.test-support.ts';

const samples = new URL('../../../apps/web/public/samples/', import.meta.url);
const lidc = new URL('../../../../shared/datasets/lung/lidc_nodules/', import.meta.url);
const sample = (name: string) => studyOfFile(fileURLToPath(new URL(name, samples)));
const step = (name: string) => ({ ...context, options: { step: name } });
const readingOf = (analysis: Analysis): LungReading => lungReading.parse(analysis.reading);
const commentsOf = (analysis: Analysis) => textsOf(readingOf(analysis)).comments;
const spacing = { xMm: 0.7, yMm: 0.7, kind: 'calibrated' } as const;

/** Intersection over union. */
function overlap(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  const common = Math.max(0, width) * Math.max(0, height);
  return common / (a.width * a.height + b.width * b.height - common);
}

describe('the lung engine on a phantom', () => {
  const study = greyStudy(chestPhantom([{ x: 190, y: 128, radius: 5 }]), { quantity: 'hounsfield', spacing });

  it('finds the planted nodule in the left lung with its diameter in millimetres', async () => {
    const analysis = await engine.analyse(engine.prepare(study), context);
    const nodule = readingOf(analysis).findings.find(({ type }) => type === 'nodule');
    expect(nodule).toMatchObject({ state: 'found', side: 'left', descriptors: { third: 'middle' } });
    // 2 x 5 pixels of 0.7 mm.
    const diameter = measured(nodule?.measurements ?? [], 'mean_diameter', 'mm');
    expect(Math.abs((diameter ?? 0) - 7)).toBeLessThan(1.1);
    expect(analysis.labels.data[128 * 256 + 190]).toBe(3);
  });

  it('finds no nodule in clear lungs', async () => {
    const clear = greyStudy(chestPhantom(), { quantity: 'hounsfield', spacing });
    const analysis = await engine.analyse(engine.prepare(clear), context);
    expect(readingOf(analysis).findings[0]).toMatchObject({ type: 'nodule', state: 'not_found' });
    expect(analysis.scores.nodule).toBe(0);
    expect(commentsOf(analysis)).toContain('No nodule or mass identified.');
    expect(commentsOf(analysis)).toContain('No ground-glass opacity or consolidation identified.');
  });

  it('gives no confidence that every clear slice shares', async () => {
    const clear = greyStudy(chestPhantom(), { quantity: 'hounsfield', spacing });
    const { findings } = readingOf(await engine.analyse(engine.prepare(clear), context));
    expect(findings.map(({ certainty }) => certainty)).toEqual([null, null, null]);
  });

  it('claims only that no mass was identified where a soft-tissue window shows the lungs black', async () => {
    const phantom = chestPhantom();
    const data = phantom.data.map((hu) => Math.min(Math.max(((hu + 160) / 400) * 255, 0), 255));
    const analysis = await engine.analyse(engine.prepare(greyStudy({ ...phantom, data })), context);
    expect(readingOf(analysis).findings[0]).toMatchObject({
      type: 'nodule',
      state: 'not_found',
      descriptors: { kind: 'mass' },
    });
    expect(commentsOf(analysis)).toContain('No mass identified.');
    expect(commentsOf(analysis).join(' ')).toContain('Please upload the lung window or the DICOM file.');
  });

  it('assesses nothing where a window shows bone and the densest tissue alone, and asks for another', async () => {
    const phantom = chestPhantom();
    const side = 512;
    const data = new Float32Array(side * side);
    for (let y = 0; y < side; y++)
      for (let x = 0; x < side; x++) {
        const hu = phantom.data[(y >> 1) * phantom.width + (x >> 1)] ?? 0;
        // Noise about the window's lower end, as muscle shows it.
        data[y * side + x] = hu > -200 && (x * 7 + y * 13) % 5 === 0 ? 180 : 0;
      }
    const analysis = await engine.analyse(
      engine.prepare(greyStudy({ width: side, height: side, data })),
      context,
    );
    expect(readingOf(analysis).findings.map(({ state, reason }) => [state, reason])).toEqual(
      Array(3).fill(['not_assessed', 'hidden_by_window']),
    );
    expect(analysis.labels.data).not.toContain(3);
    expect(commentsOf(analysis).join(' ')).toContain('Please upload the lung window or the DICOM file.');
  });

  it('says that one slice gives no Lung-RADS category', async () => {
    const analysis = await engine.analyse(engine.prepare(study), context);
    expect(commentsOf(analysis).join(' ')).toContain('A single slice cannot give a Lung-RADS category.');
  });
});

describe('the lung engine on the samples', () => {
  it.each([
    'lung/ct_a0002_06_lung_window.png',
    'lung/ct_a0002_13_lung_window.png',
    'lung/nodule_0217_n0_s03.png',
  ])('accepts %s', async (name) => {
    expect((await engine.accept(engine.prepare(await sample(name)), context)).accepted).toBe(true);
  });

  it.each(['breast/cesm_p150_l_dm_cc.png', 'cervix/aceto_C60Aceto_3.jpg'])('refuses %s', async (name) => {
    expect((await engine.accept(engine.prepare(await sample(name)), context)).accepted).toBe(false);
  });

  it('names the hilar mass of slice 13 a mass and marks its whole extent', async () => {
    const study = await sample('lung/ct_a0002_13_lung_window.png');
    const analysis = await engine.analyse(engine.prepare(study), context);
    // As the readers of the series boxed it.
    const outlined = { x: 160, y: 255, width: 57, height: 75 };
    const [mass, ...others] = readingOf(analysis).findings.filter(({ type }) => type === 'nodule');
    expect(others).toEqual([]);
    expect(mass).toMatchObject({ state: 'found', side: 'right', descriptors: { kind: 'mass' } });
    expect(overlap(mass?.region?.box ?? outlined, outlined)).toBeGreaterThan(0.6);
  });

  it('names nothing on slice 6, above the tumor', async () => {
    const study = await sample('lung/ct_a0002_06_lung_window.png');
    const analysis = await engine.analyse(engine.prepare(study), context);
    expect(readingOf(analysis).findings[0]).toMatchObject({ type: 'nodule', state: 'not_found' });
  });

  it('outlines the nodule at the centre of a crop and assesses nothing else', async () => {
    const analysis = await engine.analyse(
      engine.prepare(await sample('lung/nodule_0217_n0_s03.png')),
      context,
    );
    expect(analysis.labels.data[256 * 512 + 256]).toBe(3);
    expect(analysis.scores.opacity).toBeNull();
    const text = report.toWire(readingOf(analysis)).report_text;
    expect(text).toContain('nodule:1');
    expect(text).toContain('opacity_assessed:0');
  });

  it('gives the share of readers as a map of its own in the step nodule', async () => {
    const study = await sample('lung/nodule_0974_n0_s01.png');
    const analysis = await engine.analyse(engine.prepare(study), step('nodule'));
    const share = analysis.extraMaps?.reader_share;
    expect(share).toMatchObject({ width: 512, height: 512 });
    expect(share?.data[256 * 512 + 256]).toBeGreaterThan(150);
    expect(share?.data[10 * 512 + 10]).toBeLessThan(40);
  });

  it('leaves background and nodule alone in the label map of the step nodule', async () => {
    const analysis = await engine.analyse(
      engine.prepare(await sample('lung/nodule_0974_n0_s01.png')),
      step('nodule'),
    );
    expect([...new Set(analysis.labels.data)].sort()).toEqual([0, 3]);
  });
});

describe('the lung engine on held-out LIDC crops (needs the shared data sets)', () => {
  it.skipIf(!existsSync(lidc))(
    'agrees with two of four readers, mean Dice at least 0.75 on 20 crops of fold 0',
    async () => {
      const rows = readFileSync(new URL('labels.csv', lidc), 'utf8').trim().split(/\r?\n/).slice(1);
      const held = rows
        .map((row) => row.split(','))
        .filter((row) => row.at(-1) === '0' && Number(row[7]) > 0);
      const scores: number[] = [];
      for (const [file = '', agreement = ''] of held.filter((_, i) => i % 19 === 0)) {
        const analysis = await engine.analyse(
          engine.prepare(await studyOfFile(fileURLToPath(new URL(file, lidc)))),
          step('nodule'),
        );
        const path = fileURLToPath(new URL(agreement, lidc));
        const { data } = await sharp(path).greyscale().raw().toBuffer({ resolveWithObject: true });
        const consensus = {
          ...analysis.labels,
          data: Uint8Array.from(data, (value) => (value >= 120 ? 1 : 0)),
        };
        scores.push(dice(ofClass(analysis.labels, 3), consensus));
      }
      expect(scores.length).toBeGreaterThanOrEqual(15);
      expect(scores.reduce((sum, value) => sum + value, 0) / scores.length).toBeGreaterThan(0.75);
    },
    60_000,
  );
});
