import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { noHeader } from '@second-read/core/report/document';
import { describe, expect, it } from 'vitest';
import { context, greyStudy, painted, studyOfFile } from '../study.test-support.ts';
import { engine } from './engine/engine.ts';
import { generator, invented } from './engine/findings/invented.test-support.ts';
import { readingOf } from './engine/findings/invented-reading.test-support.ts';
import { brainReading } from './reading/schema.ts';
import { wireOf } from './report/to-wire.ts';
import { report } from './report.ts';

/** Pictures whose reports readers rejected, and what a reader must not find in them again. */
const data = fileURLToPath(new URL('../../../shared/datasets/brain/', import.meta.url));
const samples = fileURLToPath(new URL('../../apps/web/public/samples/brain-ct/', import.meta.url));

async function linesOf(study: Parameters<typeof engine.prepare>[0]) {
  const { reading } = await engine.analyse(engine.prepare(study), context);
  return wireOf(brainReading.parse(reading));
}

describe.skipIf(!existsSync(data))('rejected reports (need ../shared/datasets)', () => {
  const read = async (file: string) => linesOf(await studyOfFile(`${data}${file}`));

  it.each(['195020', '217027', '203015'])('MBH-Seg %s: the bleeding is suspected', async (name) => {
    expect((await read(`mbh25/images/${name}.webp`)).haemorrhage).toMatch(/^Suspected/);
  });

  it('CT-ICH 079_08: pons and sella are the posterior fossa', async () => {
    expect((await read('ct_ich/images/079_08.webp')).level).toBe('posterior fossa');
  });

  it('CT-ICH 083_05: a neck is never said to show no hemorrhage', async () => {
    const { output, haemorrhage, hypodense_areas } = await read('ct_ich/images/083_05.webp');
    expect(`${output} ${haemorrhage}`).not.toMatch(/no hemorrhage|none detected/i);
    expect(hypodense_areas).toMatch(/^Not assessed/);
  });

  it.each(['phe_sich/images/0144_16', 'phe_sich/images/0095_22', 'roboflow_ich/images/11_16'])(
    '%s: volume loss of one side is no mass effect on the other',
    async (name) => {
      const { mass_effect, sulcation } = await read(`${name}.webp`);
      expect(mass_effect).not.toMatch(/^Present/);
      expect(sulcation).not.toMatch(/^Effaced/);
    },
  );
});

describe('a window that hides little is no reason to see a face', () => {
  /** The sample shows 120 HU about 40. */
  const inWindow = async (width: number, centre: number) => {
    const { grey } = await studyOfFile(`${samples}ct_epidural_075_32.png`);
    return greyStudy(
      painted(grey.width, grey.height, (x, y) => {
        const hu = ((grey.data[y * grey.width + x] ?? 0) / 255) * 120 - 20;
        return Math.round(255 * Math.min(Math.max((hu - centre) / width + 0.5, 0), 1));
      }),
    );
  };

  it.each([
    [300, 120],
    [250, 100],
    [200, 60],
  ] as const)('W%s C%s: a bleeding is never called none, nor its level the face', async (width, centre) => {
    const { output, level } = await linesOf(await inWindow(width, centre));
    expect(output).not.toMatch(/no hemorrhage/i);
    expect(level).not.toBe('face');
  });
});

describe('a background that is not black, as a photograph of a screen shows it', () => {
  const photographed = async (name: string) => {
    const { grey } = await studyOfFile(`${samples}${name}.png`);
    const glow = (x: number) => 8 + (18 * x) / grey.width;
    const shown = (x: number, y: number) => 0.85 * (grey.data[y * grey.width + x] ?? 0) + glow(x);
    return linesOf(greyStudy(painted(grey.width, grey.height, (x, y) => Math.round(shown(x, y)))));
  };

  it('hides no bleeding', async () => {
    const { output, level } = await photographed('ct_epidural_075_32');
    expect(output).toMatch(/^Suspected .* on the right/);
    expect(level).toBe('lateral ventricles');
  });

  it('leads to review in place of "No hemorrhage"', async () => {
    const { output } = await photographed('ct_normal_2_106_19');
    expect(output).toMatch(/^Hemorrhage is not excluded, for review: .* a background that is not black/);
  });
});

/** Words that readers put others in place of. */
const replaced = [
  /most like an? /,
  /usual in the young/,
  /none measurable/i,
  /no volume loss seen/i,
  /not dilated, not effaced/i,
  /not assessable at this level/,
  /infarction, (o?edema)/i,
  /reader agreement|probability of a true lesion/,
  /\b(frontal|temporal|parietal|occipital) (lobe|region|place|third)/i,
];

describe('words that readers replaced', () => {
  it('are in no report over 1,000 readings', () => {
    const random = generator(18);
    const texts = Array.from({ length: 1000 }, () => {
      const { table, diagnosis } = report.toDocument(readingOf(invented(random)), noHeader);
      return `${table?.rows.map((row) => row.slice(0, 2).join(': ')).join('\n')}\n${diagnosis?.text}`;
    });
    expect(replaced.flatMap((words) => texts.filter((text) => words.test(text)).slice(0, 1))).toEqual([]);
    expect(texts.some((text) => text.includes('of undetermined age'))).toBe(true);
    expect(texts.some((text) => text.includes('Parenchymal volume: not assessed'))).toBe(true);
    expect(texts.some((text) => text.includes('No shift of 3 % of the inner skull width'))).toBe(true);
  });
});
