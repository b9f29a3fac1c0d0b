import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Study } from '@second-read/core/decode/study';
import { mergeChannels, splitChannels } from '@second-read/core/pixels/color/channels';
import { luminance } from '@second-read/core/pixels/color/luminance';
import { gaussianBlur } from '@second-read/core/pixels/filters/gaussian-blur';
import { dice } from '@second-read/core/pixels/regions/mask-logic';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { context, studyOfFile } from '../../study.test-support.ts';
import { cervixReading } from '../reading/schema.ts';
import { engine } from './engine.ts';
import { overlayView } from './findings/views.ts';

const samples = new URL('../../../apps/web/public/samples/', import.meta.url);
const via = new URL('../../../../shared/datasets/cervix/via/', import.meta.url);
const sample = (name: string) => studyOfFile(fileURLToPath(new URL(name, samples)));

describe('the cervix gate', () => {
  it.each(['C60Aceto_3', 'C10Aceto_2', 'C73Aceto_1'])('accepts the colposcopy picture %s', async (name) => {
    expect(
      (await engine.accept(engine.prepare(await sample(`cervix/aceto_${name}.jpg`)), context)).accepted,
    ).toBe(true);
  });

  it('refuses a chest CT', async () => {
    const answer = await engine.accept(
      engine.prepare(await sample('lung/ct_a0002_06_lung_window.png')),
      context,
    );
    expect(answer.accepted).toBe(false);
  });

  it('advises to repeat a picture that is out of focus', async () => {
    const study = await sample('cervix/aceto_C60Aceto_3.jpg');
    if (study.colour === undefined) throw new Error('the sample has colour');
    const { red, green, blue } = splitChannels(study.colour);
    const blurred = (channel: typeof red) => gaussianBlur(channel, 9);
    const colour = mergeChannels(blurred(red), blurred(green), blurred(blue));
    const answer = await engine.accept(
      engine.prepare({ ...study, colour, grey: luminance(colour) }),
      context,
    );
    expect(answer).toMatchObject({
      accepted: false,
      reason: 'poor_quality',
      message: 'The picture is out of focus: repeat the picture.',
    });
  });

  it.each([
    [
      "Lugol's iodine",
      (_red: number, green: number) => [0.7 * green + 30, green / 2 + 15, green / 6],
      /after Lugol's iodine.*after acetic acid/,
    ],
    [
      'a green filter',
      (red: number, green: number, blue: number) => [0.15 * red, 0.9 * green, 0.3 * blue],
      /through a green filter.*white light/,
    ],
    ['no color', (_red: number, green: number) => [green, green, green], /has no color/],
  ] as const)(
    'refuses a picture with %s with the reason, never reads it as clear',
    async (_name, tint, message) => {
      const study = await sample('cervix/aceto_C60Aceto_3.jpg');
      const answer = await engine.accept(engine.prepare(recoloured(study, tint)), context);
      expect(answer).toMatchObject({
        accepted: false,
        reason: 'poor_quality',
        message: expect.stringMatching(message),
      });
    },
  );
});

/** The study with each pixel as `tint` gives it. */
function recoloured(
  study: Study,
  tint: (red: number, green: number, blue: number) => readonly number[],
): Study {
  if (study.colour === undefined) throw new Error('the sample has colour');
  const data = study.colour.data.slice();
  for (let i = 0; i < data.length; i += 3)
    data.set(tint(data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0), i);
  const colour = { ...study.colour, data };
  return { ...study, colour, grey: luminance(colour) };
}

describe('the cervix engine', () => {
  it('outlines the cervix in the geometry of the photograph and keeps to the legend', async () => {
    const analysis = await engine.analyse(
      engine.prepare(await sample('cervix/aceto_C60Aceto_3.jpg')),
      context,
    );
    expect(analysis.labels).toMatchObject({ width: 576, height: 384 });
    const classes = new Set(analysis.labels.data);
    expect(classes.has(1)).toBe(true);
    for (const value of classes) expect([0, 1, 2, 3]).toContain(value);
    expect(analysis.views.segmented).toMatchObject({ width: 576, height: 384 });
    expect(analysis.views.overlay).toMatchObject({ width: 576, height: 384 });
  });

  it('gives the three finding types and finite scores', async () => {
    const study = await sample('cervix/aceto_C60Aceto_3.jpg');
    const analysis = await engine.analyse(engine.prepare(study), context);
    expect(cervixReading.parse(analysis.reading).findings.map(({ type }) => type)).toEqual([
      'lesion',
      'cervical tissue',
      'abnormality',
    ]);
    for (const [name, value] of Object.entries(analysis.scores)) {
      // Points are null where no lesion is reported.
      expect(value === null && name.endsWith('_points') ? 0 : value, name).toEqual(expect.any(Number));
    }
  });
});

describe('the overlay', () => {
  it('fills a lesion with 35 % of its colour and leaves plain cervix as photographed', () => {
    const photograph = { width: 9, height: 9, data: new Uint8Array(243).fill(100) };
    const classes = { width: 9, height: 9, data: new Uint8Array(81).fill(1) };
    for (let y = 2; y < 7; y++) for (let x = 2; x < 7; x++) classes.data[y * 9 + x] = 2;
    const overlay = overlayView(photograph, classes);
    // 100 + 0.35 x (#FF6347 - 100).
    expect([...overlay.data.subarray(40 * 3, 40 * 3 + 3)]).toEqual([154, 100, 90]);
    expect([...overlay.data.subarray(10 * 3, 10 * 3 + 3)]).toEqual([100, 100, 100]);
  });
});

// The shipped weights learned from these pictures: this holds the way from file to label map, the figures are
// in metrics.json.
describe('the cervix engine on VIA pictures (needs the shared data sets)', () => {
  it.skipIf(!existsSync(via))(
    'outlines the cervix, mean Dice at least 0.85 on 6 pictures',
    async () => {
      const rows = readFileSync(new URL('labels.csv', via), 'utf8').trim().split(/\r?\n/).slice(1);
      const drawnRows = rows
        .map((row) => row.split(','))
        .filter((row) => row.at(-1) === '0' && row[3] !== '');
      const scores: number[] = [];
      for (const row of drawnRows.filter((_, i) => i % 3 === 0).slice(0, 6)) {
        const study = await studyOfFile(fileURLToPath(new URL(row[0] ?? '', via)));
        const { labels } = await engine.analyse(engine.prepare(study), context);
        const path = fileURLToPath(new URL(row[3] ?? '', via));
        const { data } = await sharp(path).greyscale().raw().toBuffer({ resolveWithObject: true });
        const drawn = { ...labels, data: Uint8Array.from(data, (value) => (value > 0 ? 1 : 0)) };
        const found = { ...labels, data: labels.data.map((value) => (value > 0 ? 1 : 0)) };
        scores.push(dice(found, drawn));
      }
      expect(scores.length).toBe(6);
      expect(scores.reduce((sum, value) => sum + value, 0) / scores.length).toBeGreaterThan(0.85);
    },
    60_000,
  );
});
