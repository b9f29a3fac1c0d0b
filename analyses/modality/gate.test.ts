import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Study } from '@second-read/core/decode/study';
import { luminance } from '@second-read/core/pixels/color/luminance';
import { describe, expect, it } from 'vitest';
import { context, greyStudy, painted, studyOfFile } from '../study.test-support.ts';
import { acceptModality, recogniseModality } from './gate.ts';
import { mirrored, networkPlanes, side } from './planes.ts';
import { coherence } from './quality.ts';

const words = { wanted: 'a mammogram', advice: 'Please upload a standard CC or MLO view.' };
const samples = fileURLToPath(new URL('../../apps/web/public/samples/', import.meta.url));
const datasets = fileURLToPath(new URL('../../../shared/datasets/', import.meta.url));
const hasDatasets = existsSync(datasets);

function noiseOf(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

async function refusal(study: Study) {
  const acceptance = await acceptModality(study, context, 'mammogram', words);
  if (acceptance.accepted) throw new Error(`accepted with ${acceptance.score}`);
  return acceptance;
}

function pictures(folder: string) {
  return readdirSync(samples + folder)
    .filter((name) => /\.(png|jpg)$/.test(name))
    .map((name) => `${samples}${folder}/${name}`);
}

describe('the gate, before it looks at content', () => {
  it('refuses a picture smaller than any module can read', async () => {
    expect(await refusal(greyStudy(painted(40, 300, (x) => x)))).toMatchObject({ reason: 'too_small' });
  });

  it('refuses one shade', async () => {
    expect(await refusal(greyStudy(painted(200, 200, () => 90)))).toMatchObject({ reason: 'blank' });
  });

  it('refuses white noise', async () => {
    const random = noiseOf(5);
    const noise = greyStudy(painted(300, 300, () => random() * 255));
    expect(await refusal(noise)).toMatchObject({ reason: 'poor_quality' });
  });

  it('measures neighbours of noise as unrelated and those of a ramp as related', () => {
    const random = noiseOf(9);
    expect(Math.abs(coherence(painted(128, 128, () => random())))).toBeLessThan(0.05);
    expect(coherence(painted(128, 128, (x) => x))).toBeGreaterThan(0.99);
  });
});

describe('the network input', () => {
  it('stretches grey to -1…1, three times the same, and centres the picture on black', () => {
    const planes = networkPlanes(greyStudy(painted(256, 128, (x) => x)));
    const middle = (side / 2) * side;
    expect(planes.length).toBe(3 * side * side);
    expect(planes[10 * side + side / 2]).toBe(-1);
    expect(planes[middle]).toBe(-1);
    expect(planes[middle + side - 1]).toBe(1);
    expect(planes[middle + side / 2]).toBeCloseTo(0.006, 2);
    expect(planes.subarray(side * side, 2 * side * side)).toEqual(planes.subarray(0, side * side));
  });

  it('carries colour on the scale of the grey values', () => {
    const data = new Uint8Array(160 * 160 * 3);
    for (let i = 0; i < data.length; i += 3) {
      const x = (i / 3) % 160;
      data.set([x, Math.floor(x / 2), 10], i);
    }
    const colour = { width: 160, height: 160, data };
    const planes = networkPlanes(greyStudy(luminance(colour), { colour }));
    // The grey ramp's percentiles are its ends (0.5 % is less than one of its 160 columns).
    const [low, high] = [0.114 * 10, 0.299 * 159 + 0.587 * 79 + 0.114 * 10];
    const scaled = (value: number) => Math.min(Math.max((value - low) / (high - low), 0), 1) * 2 - 1;
    const at = (plane: number) => planes[plane * side * side + 80 * side + 80];
    expect(at(0)).toBeCloseTo(scaled(80), 3);
    expect(at(1)).toBeCloseTo(scaled(40), 3);
    expect(at(2)).toBeCloseTo(scaled(10), 3);
  });

  it('mirrors left to right', () => {
    const planes = networkPlanes(greyStudy(painted(160, 160, (x) => x)));
    expect(mirrored(planes)[0]).toBe(planes[side - 1]);
  });
});

describe('the gate, by content', () => {
  for (const [folder, kind] of [
    ['breast', 'mammogram'],
    ['brain-ct', 'headCt'],
    ['lung', 'chestCt'],
    ['cervix', 'cervix'],
  ] as const) {
    it(`accepts every sample of ${folder}, and none for another module`, async () => {
      for (const path of pictures(folder)) {
        const study = await studyOfFile(path);
        for (const wanted of ['mammogram', 'headCt', 'chestCt', 'cervix'] as const) {
          const { accepted } = await acceptModality(study, context, wanted, words);
          expect([path, wanted, accepted]).toEqual([path, wanted, wanted === kind]);
        }
      }
    });
  }

  it('says what the picture seems to be instead', async () => {
    const study = await studyOfFile(`${samples}brain-ct/ct_normal_ventricles_061_12.png`);
    expect(await refusal(study)).toMatchObject({
      reason: 'wrong_modality',
      message: 'This looks like a head CT, not a mammogram. Please upload a standard CC or MLO view.',
    });
  });

  it('refuses a page of text', async () => {
    const page = greyStudy(
      painted(600, 800, (x, y) =>
        y % 24 < 10 && (x * 7 + (y - (y % 24)) * 13) % 11 < 4 && x > 40 ? 30 : 250,
      ),
    );
    expect(await refusal(page)).toMatchObject({ reason: 'not_a_medical_image' });
  });

  it('refuses a bright disc on black', async () => {
    const disc = greyStudy(painted(512, 512, (x, y) => (Math.hypot(x - 256, y - 256) < 180 ? 180 : 0)));
    for (const wanted of ['mammogram', 'headCt', 'chestCt', 'cervix'] as const) {
      expect((await acceptModality(disc, context, wanted, words)).accepted, wanted).toBe(false);
    }
  });

  it.skipIf(!hasDatasets)('knows films and slices of the data sets (needs ../shared/datasets)', async () => {
    const cases = [
      ['breast/mias/images/mdb001.webp', 'mammogram'],
      ['brain/ct_ich/images/054_01.webp', 'headCt'],
      ['brain/ct_ich/images/054_28.webp', 'headCt'],
      ['lung/covid_infnet/images/000.webp', 'chestCt'],
      // Nothing but bone, heart and noise is brighter than black here.
      ['lung/iq_oth/images/n055.webp', 'chestCt'],
      ['lung/iq_oth/images/m322.webp', 'chestCt'],
      ['lung/iq_oth/images/b032.webp', 'chestCt'],
      ['cervix/annocerv/images/C2Aceto_1.jpg', 'cervix'],
      ['hostile/sharp_fixtures/Landscape_3.jpg', 'other'],
    ] as const;
    for (const [file, kind] of cases) {
      const scores = await recogniseModality(await studyOfFile(datasets + file), context);
      expect([file, scores[kind] > 0.5]).toEqual([file, true]);
    }
  });
});
