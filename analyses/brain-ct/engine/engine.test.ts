import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Study } from '@second-read/core/decode/study';
import { mask } from '@second-read/core/pixels/plane';
import { area, dice } from '@second-read/core/pixels/regions/mask-logic';
import { describe, expect, it } from 'vitest';
import { context, greyStudy, infer, painted, studyOfFile } from '../../study.test-support.ts';
import { manifest } from '../manifest.ts';
import { engine } from './engine.ts';
import { mapped } from './head/canvas-geometry.ts';
import { innerSkull } from './head/inner-skull.ts';
import { withOpenPart } from './head/open-skull.ts';
import { findSkull } from './head/skull.ts';
import { canvasSide, turnUpright } from './head/upright-head.ts';
import { networkPlanes } from './measure/haemorrhage.ts';
import { findHypodense } from './measure/hypodense.ts';
import { assessableOn, showsBrain, sliceLevel, sliceLevels } from './measure/level.ts';
import { findCsf } from './measure/ventricles.ts';
import { findMidline } from './midline/midline.ts';
import { mirrorPath } from './midline/mirror-path.ts';
import { headPhantom, inner, type Phantom } from './phantom.test-support.ts';
import { see } from './seen.ts';
import { densityOf } from './window/density.ts';
import { displayed } from './window/display.ts';
import { normalise } from './window/normalised.ts';

const samples = fileURLToPath(new URL('../../../apps/web/public/samples/brain-ct/', import.meta.url));
const dataset = fileURLToPath(new URL('../../../../shared/datasets/brain/ct_ich/', import.meta.url));
const hasDataset = existsSync(dataset);

async function read(phantom: Phantom) {
  const upright = turnUpright(displayed(headPhantom(phantom)));
  if (upright === undefined) throw new Error('no head in the phantom');
  const skull = findSkull(upright.grey);
  const hu = densityOf(upright.grey, skull.intracranial, 'hounsfield');
  const midline = await findMidline(hu, skull.intracranial, infer);
  if (midline === undefined) throw new Error('no midline in the phantom');
  return { upright, skull, hu, midline, csf: findCsf(hu, skull.intracranial, midline) };
}

describe('a head turned upright', () => {
  it('stands a turned head upright', async () => {
    for (const degrees of [-25, -10, 0, 12, 25]) {
      const { upright } = await read({ turn: (degrees * Math.PI) / 180 });
      expect(Math.abs((upright.turn * 180) / Math.PI - degrees)).toBeLessThan(1.6);
    }
  });

  it('lays no head on its side whose file says which way is up', () => {
    const lying = displayed(headPhantom({ turn: (80 * Math.PI) / 180 }));
    expect(turnUpright(lying)?.turn).toBeGreaterThan(1.3);
    expect(Math.abs(turnUpright(lying, lying, { isUpright: true })?.turn ?? 9)).toBeLessThan(0.65);
  });

  it('maps the middle of the canvas to the middle of the head', async () => {
    const { upright } = await read({ turn: 0.3 });
    const middle = mapped(upright.toStudy, { x: (canvasSide - 1) / 2, y: (canvasSide - 1) / 2 });
    expect(Math.hypot(middle.x - 200, middle.y - 200)).toBeLessThan(4);
  });

  it('finds nothing in an empty picture', async () => {
    expect(turnUpright(painted(300, 300, () => 0))).toBeUndefined();
  });

  it('turns a negative before it looks', async () => {
    const head = displayed(headPhantom());
    const negative = greyStudy({ ...head, data: head.data.map((value) => 255 - 255 * value) });
    expect(displayed(negative).data[200 * 400 + 200]).toBeCloseTo(head.data[200 * 400 + 200] ?? 0, 1);
  });
});

describe('the skull', () => {
  it('encloses the brain to within two hundredths (Dice)', async () => {
    const { upright, skull } = await read({});
    const truth = mask(canvasSide, canvasSide);
    for (let i = 0; i < truth.data.length; i++) {
      const place = mapped(upright.toStudy, { x: i % canvasSide, y: Math.floor(i / canvasSide) });
      truth.data[i] = Math.hypot((place.x - 200) / inner.x, (place.y - 200) / inner.y) <= 1 ? 1 : 0;
    }
    expect(dice(truth, skull.intracranial)).toBeGreaterThan(0.98);
    expect(skull.closure).toBeGreaterThan(0.95);
  });

  it('finds the brain behind a gap in the ring', async () => {
    const whole = displayed(headPhantom());
    const open = painted(400, 400, (x, y) =>
      x > 290 && Math.abs(y - 200) < 45 && (whole.data[y * 400 + x] ?? 0) > 0.9
        ? 0.5
        : (whole.data[y * 400 + x] ?? 0),
    );
    const upright = turnUpright(open);
    const closed = await read({});
    const inside = area(findSkull(upright?.grey ?? open).intracranial);
    expect(inside / area(closed.skull.intracranial)).toBeGreaterThan(0.9);
    expect(inside / area(closed.skull.intracranial)).toBeLessThan(1.1);
  });

  it('encloses the whole brain where a large part of it was taken out, and stays as it is where closed', async () => {
    const whole = displayed(headPhantom());
    const open = painted(400, 400, (x, y) => {
      const value = whole.data[y * 400 + x] ?? 0;
      return x > 230 && Math.abs(y - 200) < 120 && value > 0.9 ? 0.4 : value;
    });
    const upright = turnUpright(open);
    if (upright === undefined) throw new Error('no head in the phantom');
    const byRays = findSkull(upright.grey);
    const { intracranial } = await withOpenPart(upright.grey, byRays, infer);
    const closed = await read({});
    const truth = area(closed.skull.intracranial);
    expect(area(byRays.intracranial) / truth).toBeLessThan(0.75);
    expect(area(intracranial) / truth).toBeGreaterThan(0.9);
    expect(area(intracranial) / truth).toBeLessThan(1.1);
    expect(await withOpenPart(closed.upright.grey, closed.skull, infer)).toBe(closed.skull);
  });
});

describe('the midline', () => {
  it('follows known shifts to within 1.5 % of the inner width by symmetry alone', async () => {
    for (const shift of [-22, -13, 13, 22]) {
      const { skull, hu } = await read({ shift });
      const inside = innerSkull(skull.intracranial);
      if (inside === undefined) throw new Error('no inner skull in the phantom');
      const deviations = mirrorPath(hu, skull.intracranial, inside)
        .filter(({ y }) => Math.abs(y - canvasSide / 2) < 40)
        .map(({ x, y }) => (x - inside.middleAt(y)) / inside.width);
      const largest = shift < 0 ? Math.min(...deviations) : Math.max(...deviations);
      expect(Math.abs(largest - shift / (2 * inner.x))).toBeLessThan(0.015);
    }
  });

  it('measures known shifts of a head unlike any it learned from to within 3 %, with their side', async () => {
    for (const shift of [-22, -13, 13, 22]) {
      const { midline } = await read({ shift });
      expect(Math.abs(midline.shift - shift / (2 * inner.x))).toBeLessThan(0.03);
      expect(Math.sign(midline.shift)).toBe(Math.sign(shift));
    }
  });

  it('is read with the sides changed in a mirrored slice', async () => {
    const mirrored = (shift: number) => read({ shift }).then(({ midline }) => midline.shift);
    expect(Math.abs((await mirrored(16)) + (await mirrored(-16)))).toBeLessThan(0.005);
  });

  it('measures none in a symmetrical head', async () => {
    expect(Math.abs((await read({})).midline.shift)).toBeLessThan(0.01);
  });
});

describe('the ventricles', () => {
  it("measures a known Evans' index to within 0.02", async () => {
    for (const hornReach of [26, 32, 42, 50]) {
      const { csf } = await read({ hornReach });
      expect(Math.abs((csf.evansIndex ?? 0) - hornReach / inner.x)).toBeLessThan(0.02);
    }
  });

  it("leaves Evans' index open where one frontal horn alone is found", async () => {
    const { hu, skull, midline } = await read({});
    const half = {
      ...hu,
      data: hu.data.map((value, i) => (i % hu.width < 128 ? Math.max(value, 34) : value)),
    };
    expect(findCsf(hu, skull.intracranial, midline).evansIndex).toBeDefined();
    expect(findCsf(half, skull.intracranial, midline).evansIndex).toBeUndefined();
  });

  it('does not take a hypodense patch in the hemisphere for a ventricle', async () => {
    expect((await read({ patchHu: -14 })).csf.centralFraction).toBeCloseTo(
      (await read({})).csf.centralFraction,
      2,
    );
  });
});

describe('hypodense areas', () => {
  const sidesOf = ({ skull, midline }: Awaited<ReturnType<typeof read>>) => ({
    intracranial: skull.intracranial,
    midline,
  });

  it('does not call the healthy side opposite a large bleeding hypodense', async () => {
    const bleeding = await read({ crescent: 60, patchHu: -5 });
    expect(findHypodense(bleeding.hu, sidesOf(bleeding)).fraction).toBe(0);
  });

  it('finds a planted one on its side, and none where none was planted', async () => {
    const planted = await read({ patchHu: -12 });
    const found = findHypodense(planted.hu, sidesOf(planted));
    const truth = (Math.PI * 32 ** 2) / (Math.PI * inner.x * inner.y);
    expect(found.fraction / truth).toBeGreaterThan(0.7);
    expect(found.fraction / truth).toBeLessThan(1.3);
    expect(found.difference).toBeLessThan(-7);
    const clean = await read({});
    expect(findHypodense(clean.hu, sidesOf(clean)).fraction).toBe(0);
  });
});

describe('densities', () => {
  const windows = [
    [80, 40],
    [60, 35],
    [150, 45],
    [255, 127],
    [400, 40],
  ] as const;
  const inWindow = (width: number, centre: number, isNegative = false) => {
    const head = headPhantom({ hornReach: 45 });
    const data = head.grey.data.map((hu) => {
      const value = Math.round(255 * Math.min(Math.max((hu - centre) / width + 0.5, 0), 1));
      return isNegative ? 255 - value : value;
    });
    return greyStudy({ ...head.grey, data });
  };
  const normalised = async (study: Study) => {
    const { shown, upright, stretched } = see(study);
    if (upright === undefined) throw new Error('no head in the phantom');
    const seen = { shown, upright, stretched, quantity: study.quantity };
    return { upright, ...(await normalise(seen, infer)) };
  };

  it("are told from a picture's own greys", async () => {
    const study = await studyOfFile(`${samples}ct_normal_ventricles_061_12.png`);
    for (const [width, centre] of [
      [120, 40],
      [90, 40],
      [70, 35],
    ] as const) {
      // The sample shows 120 HU about 40.
      const shown = painted(study.width, study.height, (x, y) => {
        const hu = ((study.grey.data[y * study.width + x] ?? 0) / 255) * 120 - 20;
        return Math.round(255 * Math.min(Math.max((hu - centre) / width + 0.5, 0), 1));
      });
      const { density } = await normalised(greyStudy(shown));
      expect(density.source).toBe('estimated');
      expect(Math.abs(Math.log((density.window?.width ?? 1) / width))).toBeLessThan(0.3);
    }
  });

  it('find the head and its brain alike in every window, and in negative', async () => {
    const truth = await normalised(headPhantom({ hornReach: 45 }));
    for (const [width, centre] of windows) {
      for (const isNegative of [false, true]) {
        const { skull } = await normalised(inWindow(width, centre, isNegative));
        expect(dice(truth.skull.intracranial, skull.intracranial)).toBeGreaterThan(0.97);
      }
    }
  });

  it('of a page round the picture do not count', async () => {
    const plain = inWindow(80, 40);
    const page = painted(500, 500, (x, y) =>
      x >= 50 && x < 450 && y >= 50 && y < 450 ? (plain.grey.data[(y - 50) * 400 + x - 50] ?? 0) : 255,
    );
    const framed = await normalised(greyStudy(page));
    expect(Math.abs(framed.upright.scale - (await normalised(plain)).upright.scale)).toBeLessThan(0.05);
    expect(framed.density.window?.brain).toBeCloseTo((await normalised(plain)).density.window?.brain ?? 0, 1);
  });
});

describe('levels', () => {
  it('goes from the face to the convexity, and judges only what a level shows', async () => {
    const surely = (likeliest: number) => sliceLevels.map((_, at) => (at === likeliest ? 0.6 : 0.1));
    expect(sliceLevels.map((_, at) => sliceLevel(surely(at)))).toEqual(sliceLevels);
    expect([0.03, 0.4].map(showsBrain)).toEqual([false, true]);
    expect(assessableOn('face')).toEqual({
      shift: false,
      ventricles: false,
      cisterns: false,
      sulci: false,
      hypodensity: false,
    });
    expect(assessableOn('basal cisterns').ventricles).toBe(false);
  });
});

describe('the network input', () => {
  it('shows no difference between the sides of a symmetrical head, and nothing outside the skull', async () => {
    const { upright, skull } = await read({});
    const planes = networkPlanes(upright.grey, skull.intracranial);
    const [size, centre] = [224 * 224, 112 * 224 + 112];
    expect(planes.length).toBe(3 * size);
    expect(Math.abs((planes[centre] ?? 1) - (2 * 0.45 - 1))).toBeLessThan(0.15);
    expect(planes[size]).toBe(-1);
    expect(Math.abs(planes[2 * size + centre] ?? 1)).toBeLessThan(0.15);
    expect(planes[2 * size]).toBe(0);
  });
});

describe('reading a slice', () => {
  it('gives every promised score, the label map in the picture’s geometry, and a figure', async () => {
    const study = await studyOfFile(`${samples}ct_normal_ventricles_061_12.png`);
    expect((await engine.accept(engine.prepare(study), context)).accepted).toBe(true);
    const analysis = await engine.analyse(engine.prepare(study), context);
    expect(Object.keys(analysis.scores)).toEqual([
      'haemorrhage',
      'haemorrhage_types',
      'midline_shift_fraction',
      'evans_index',
      'csf_fraction',
      'hypodense_fraction',
      'abnormal',
    ]);
    expect([analysis.labels.width, analysis.labels.height]).toEqual([study.width, study.height]);
    expect([analysis.views.figure?.width, analysis.views.figure?.height]).toEqual([
      study.width,
      study.height,
    ]);
    const known = new Set(Object.keys(manifest.legend).map(Number));
    expect(analysis.labels.data.every((value) => known.has(value))).toBe(true);
    const types = new Set(manifest.findingTypes.map(({ id }) => id));
    expect(analysis.candidates.every(({ type }) => types.has(type))).toBe(true);
  });

  it('gives a shown bleeding a higher probability than a slice without one', async () => {
    const probability = async (name: string) =>
      Number(
        (await engine.analyse(engine.prepare(await studyOfFile(`${samples}${name}.png`)), context)).scores
          .haemorrhage,
      );
    expect(await probability('ct_epidural_075_32')).toBeGreaterThan(
      (await probability('ct_normal_ventricles_061_12')) + 0.3,
    );
  });

  it('never calls a slice normal, and always says that fracture was not assessed', async () => {
    const study = await studyOfFile(`${samples}ct_normal_2_106_19.png`);
    const { reading } = await engine.analyse(engine.prepare(study), context);
    const { comments } = reading.texts;
    expect(comments.join(' ')).not.toMatch(/\bnormal\b/i);
    expect(comments.join(' ')).toContain('skull fracture');
  });

  it('is not moved by a turn, a mirror image changes sides', async () => {
    const study = headPhantom({ shift: 20 });
    const mirrored = headPhantom({ shift: -20 });
    const [a, b] = [
      await engine.analyse(engine.prepare(study), context),
      await engine.analyse(engine.prepare(mirrored), context),
    ];
    const [p, q] = [a.scores.haemorrhage, b.scores.haemorrhage];
    if (typeof p !== 'number' || typeof q !== 'number') throw new Error('no haemorrhage score');
    expect(Math.abs(p - q)).toBeLessThan(0.1);
  });

  it.skipIf(!hasDataset)('accepts every level of three scans (needs ../shared/datasets)', async () => {
    const files = readFileSync(`${dataset}labels.csv`, 'utf8')
      .split('\n')
      .map((row) => row.split(',')[0] ?? '')
      .filter((name) => /images\/(054|080|106)_/.test(name))
      .filter((_, i) => i % 4 === 0);
    expect(files.length).toBeGreaterThan(15);
    for (const name of files) {
      const study = await studyOfFile(dataset + name);
      expect([name, (await engine.accept(engine.prepare(study), context)).accepted]).toEqual([name, true]);
    }
  });
});
