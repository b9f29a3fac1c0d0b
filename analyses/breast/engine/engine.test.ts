import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { flipHorizontal } from '@second-read/core/pixels/sampling/flip';
import { noHeader } from '@second-read/core/report/document';
import { describe, expect, it } from 'vitest';
import { context, greyStudy, studyOfFile } from '../../study.test-support.ts';
import { negativeBelow } from '../reading/birads.ts';
import { breastReading } from '../reading/schema.ts';
import { textsOf } from '../report/sentences.ts';
import { report } from '../report.ts';
import { analyseMammogram } from './analyse.ts';
import { calibration } from './calibration.ts';
import { engine } from './engine.ts';

const samples = new URL('../../../apps/web/public/samples/', import.meta.url);
const films = new URL('../../../../shared/datasets/breast/mias/images/', import.meta.url);
const file = (root: URL, name: string) => fileURLToPath(new URL(name, root));

describe('the breast engine', () => {
  it.each(['cesm_p150_l_dm_cc', 'cesm_p188_r_dm_mlo', 'cesm_p276_l_dm_cc', 'cesm_p289_r_dm_cc'])(
    'accepts the digital mammogram %s',
    async (name) => {
      const answer = await engine.accept(
        engine.prepare(await studyOfFile(file(samples, `breast/${name}.png`))),
        context,
      );
      expect(answer.accepted).toBe(true);
    },
  );

  it.each(['brain-ct/ct_normal_ventricles_061_12.png', 'lung/ct_a0002_06_lung_window.png'])(
    'refuses %s',
    async (name) => {
      expect(
        (await engine.accept(engine.prepare(await studyOfFile(file(samples, name))), context)).accepted,
      ).toBe(false);
    },
  );

  it('refuses an empty picture', async () => {
    const blank = greyStudy({ width: 300, height: 400, data: new Float32Array(120_000) });
    expect((await engine.accept(engine.prepare(blank), context)).accepted).toBe(false);
  });

  it.each(['cesm_p188_r_dm_mlo', 'cesm_p289_r_dm_cc'])(
    'accepts %s as a small breast on a large black detector',
    async (name) => {
      const { grey } = await studyOfFile(file(samples, `breast/${name}.png`));
      const [width, height] = [3 * grey.width, 2 * grey.height];
      const data = new Float32Array(width * height).fill(grey.data[0] ?? 0);
      for (let y = 0; y < grey.height; y++) {
        const row = grey.data.subarray(y * grey.width, (y + 1) * grey.width);
        data.set(row, (y + grey.height / 2) * width + width - grey.width);
      }
      const answer = await engine.accept(engine.prepare(greyStudy({ width, height, data })), context);
      expect(answer.accepted).toBe(true);
    },
  );

  it('refuses a picture of both breasts, and says so', async () => {
    const { grey } = await studyOfFile(file(samples, 'breast/cesm_p276_l_dm_cc.png'));
    const [width, other] = [2 * grey.width, flipHorizontal(grey)];
    const data = new Float32Array(width * grey.height);
    for (let y = 0; y < grey.height; y++) {
      const row = (plane: typeof grey) => plane.data.subarray(y * grey.width, (y + 1) * grey.width);
      data.set(row(other), y * width);
      data.set(row(grey), y * width + grey.width);
    }
    const pair = greyStudy({ width, height: grey.height, data });
    const answer = await engine.accept(engine.prepare(pair), context);
    expect(answer).toMatchObject({ accepted: false, reason: 'poor_quality' });
    expect(JSON.stringify(answer)).toContain('both breasts');
  });

  it('finds the spiculated mass of the left CC sample and reports it in the geometry of the input', async () => {
    const study = await studyOfFile(file(samples, 'breast/cesm_p276_l_dm_cc.png'));
    const analysis = await engine.analyse(engine.prepare(study), context);
    const [best] = analysis.candidates;
    // The mass lies between x 85 and 170, y 180 and 260 of the sample, by eye.
    expect(best?.type).toBe('mass');
    expect((best?.x ?? 0) + (best?.width ?? 0) / 2).toBeGreaterThan(85);
    expect((best?.x ?? 0) + (best?.width ?? 0) / 2).toBeLessThan(170);
    expect((best?.y ?? 0) + (best?.height ?? 0) / 2).toBeGreaterThan(180);
    expect((best?.y ?? 0) + (best?.height ?? 0) / 2).toBeLessThan(260);
    expect(analysis.labels).toMatchObject({ width: 260, height: 512 });
    expect(analysis.views.segmented).toMatchObject({ width: 260, height: 512 });
    expect(analysis.labels.data).toContain(4);
    expect(analysis.scores.birads).toBeGreaterThanOrEqual(4);
    expect(
      report.toDocument(breastReading.parse(analysis.reading), {
        reportId: null,
        patientId: null,
        createdAt: null,
        analysedBy: null,
      }).assessment?.category?.severity,
    ).toBe('urgent');
  });

  it('reports the left CC sample in the shape that a radiologist gave its report', async () => {
    const study = await studyOfFile(file(samples, 'breast/cesm_p276_l_dm_cc.png'));
    const { reading } = await engine.analyse(engine.prepare(study), context);
    const texts = textsOf(breastReading.parse(reading));
    expect(texts.conclusion).toMatch(/^Suspicious: high-density .* 91 px, central, middle depth/);
    const order = [
      /scattered areas of fibroglandular density/,
      /^Mass 1: high-density .* 91 px .* central, middle depth/,
      /^The image is too small for calcifications and subtle masses: neither is excluded/,
      /^Not assessed: architectural distortion, .* the other view, the other breast and earlier pictures/,
      /^Technique: one view, .* no pixel spacing/,
      /^Sizes in mm are estimated/,
      /^Scores hold where 16 of 100 images show a cancer; at screening/,
    ].map((words) => texts.comments.findIndex((comment) => words.test(comment)));
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it.each(['cesm_p150_l_dm_cc', 'cesm_p289_r_dm_cc'])(
    'names nothing on %s, whose dense gland alone stands out',
    async (name) => {
      const study = await studyOfFile(file(samples, `breast/${name}.png`));
      const { reading, scores, candidates } = await engine.analyse(engine.prepare(study), context);
      const { findings } = breastReading.parse(reading);
      expect(findings.filter(({ type, state }) => type === 'mass' && state === 'found')).toEqual([]);
      expect(scores.birads).toBe(Number(scores.malignant) < negativeBelow ? 1 : null);
      // What is below the operating point is shown on request, from the candidates.
      expect(candidates.some(({ type }) => type === 'mass')).toBe(true);
    },
  );

  it.each([false, true])(
    'stores the place of each mass it names, on that mass (mirrored: %s)',
    async (mirrored) => {
      const film = await studyOfFile(file(samples, 'breast/cesm_p150_l_dm_cc.png'));
      const study = mirrored ? { ...film, grey: flipHorizontal(film.grey) } : film;
      // At a lower point there are two masses on it.
      const { labels, reading } = await analyseMammogram(engine.prepare(study), context, {
        ...calibration,
        operating: { ...calibration.operating, mass: 0.3 },
      });
      const document = report.toDocument(breastReading.parse(reading), noHeader);
      const mass = document.findings.find(({ type }) => type === 'mass');
      const named = mass?.details.filter(({ label }) => /^Mass \d/.test(label)) ?? [];
      expect(named.length).toBeGreaterThan(1);
      expect(mass?.places?.map(({ number }) => `Mass ${number}`)).toEqual(named.map(({ label }) => label));
      for (const { x, y } of mass?.places ?? []) {
        const column = Math.floor((x / 100) * labels.width);
        const row = Math.floor((y / 100) * labels.height);
        expect(labels.data[row * labels.width + column]).toBe(4);
      }
    },
  );

  it('stops between steps when it is cancelled', async () => {
    const study = await studyOfFile(file(samples, 'breast/cesm_p276_l_dm_cc.png'));
    const stopped = {
      ...context,
      signal: {
        aborted: true,
        throwIfAborted: () => {
          throw new Error('cancelled');
        },
      },
    };
    await expect(engine.analyse(engine.prepare(study), stopped)).rejects.toThrow('cancelled');
  });

  const present = existsSync(fileURLToPath(films));
  it.skipIf(!present)('completes film mammograms (needs the shared data sets)', async () => {
    for (const name of ['mdb001', 'mdb023', 'mdb181']) {
      const study = await studyOfFile(file(films, `${name}.webp`));
      expect((await engine.accept(engine.prepare(study), context)).accepted).toBe(true);
      const { scores, candidates } = await engine.analyse(engine.prepare(study), context);
      expect(scores.density).toBeGreaterThanOrEqual(0.5);
      expect(scores.density).toBeLessThanOrEqual(4.5);
      expect(candidates.length).toBeGreaterThan(0);
    }
  });
});
