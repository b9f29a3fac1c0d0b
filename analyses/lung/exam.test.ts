import { describe, expect, it } from 'vitest';
import { disc, readAs, readSlice, stackFacts } from '../exams.test-support.ts';
import { exam } from './exam.ts';

const lungs = { leftPx: 3000, rightPx: 3200, leftOpacityPx: 0, rightOpacityPx: 0, emphysemaPx: 60 };
const spot = (x: number, r: number, score: number) =>
  disc({ x, y: 60, r }, { type: 'nodule', score, facts: { side: 'right', third: 'middle', kind: 'solid' } });
const fine = { ...stackFacts, spacingMm: 2, thicknessMm: 2 };
const chest = (of: (index: number) => ReturnType<typeof spot>) =>
  Array.from({ length: 60 }, (_, i) => readSlice(i, lungs, { marks: of(i), slabMm: 2 }));
const found = (slices: ReturnType<typeof chest>) =>
  readAs('lung', exam, slices, fine).findings.filter((one) => one.found);

/** A ball of `r` mm about slice 30. */
const ball =
  (r: number, score = 0.9) =>
  (i: number) => {
    const own = Math.sqrt(Math.max(0, r * r - ((i - 30) * 2) ** 2));
    return own > 0.5 ? spot(40, own, score) : [];
  };

it('refuses slices none of which shows a lung: a pelvis, a neck, a spine', () => {
  const nothing = { ...lungs, leftPx: 0, rightPx: 0 };
  const slices = Array.from({ length: 4 }, (_, i) => readSlice(i, nothing));
  expect(exam.refusal?.(slices)).toContain('No lungs were found');
  expect(exam.refusal?.([...slices, readSlice(4, lungs)])).toBeUndefined();
});

describe('the lesions of a chest', () => {
  it('are one for the slices of a ball, with its diameter, volume, side and slices', () => {
    const [nodule, ...more] = found(chest(ball(8)));
    expect(more).toHaveLength(0);
    expect(nodule).toMatchObject({ type: 'nodule', side: 'right', facts: { firstSlice: 28, lastSlice: 34 } });
    expect(nodule?.diameterMm).toBeCloseTo(16, 0);
    const ml = ((4 / 3) * Math.PI * 8 ** 3) / 1000;
    expect(Math.abs((nodule?.volumeMl ?? 0) - ml) / ml).toBeLessThan(0.1);
  });

  it('are a mass above 30 mm, and the conclusion asks for work-up', () => {
    const slices = chest(ball(20));
    expect(found(slices)).toMatchObject([{ type: 'mass' }]);
    expect(readAs('lung', exam, slices, fine).reading.conclusion).toMatch(
      /^Solid mass of 40 mm in the right lung\..*work-up/,
    );
  });

  it('have a row of Lung-RADS with its rule on thin slices, labeled as an aid for screening only', () => {
    const { reading } = readAs('lung', exam, chest(ball(8)), fine);
    expect(reading.rules).toMatchObject([{ values: { row: '4B' } }]);
    expect(reading.findings.join(' ')).toContain('Lung-RADS v2022 by size, as a baseline exam: 4B');
    expect(reading.notAssessed.join(' ')).toContain('aid for screening exams only');
  });

  it('are numbered as the list of findings numbers them, the most important first', () => {
    const two = (i: number) => [...ball(8)(i), ...(i > 10 && i < 14 ? spot(90, 5, 0.8) : [])];
    const { reading } = readAs('lung', exam, chest(two), fine);
    expect(reading.conclusion).toBe(
      'Solid nodule of 16 mm in the right lung. Further: a nodule in the right lung.',
    );
    expect(reading.findings.slice(0, 2).map((text) => text.split(':')[0])).toEqual(['Nodule 1', 'Nodule 2']);
    expect(readAs('lung', exam, chest(ball(8)), fine).reading.findings[0]).toMatch(/^Nodule: solid/);
  });

  it('begin with the mass of the largest volume, not with a flat one that is as wide', () => {
    const facts = { side: 'left', third: 'lower', kind: 'solid' };
    const flat = disc({ x: 95, y: 60, r: 21 }, { type: 'nodule', score: 0.99, facts });
    const slices = chest((i) => [...ball(20)(i), ...(i > 1 && i < 10 ? flat : [])]);
    const [first, second] = found(slices);
    expect(first?.volumeMl).toBeGreaterThan(second?.volumeMl ?? 0);
    expect(second?.diameterMm).toBeGreaterThan(first?.diameterMm ?? 0);
    expect(readAs('lung', exam, slices, fine).reading.conclusion).toMatch(
      /^Solid mass of 40 mm in the right lung\. Further: a mass in the left lung\./,
    );
  });

  it('are no domes: wide on few slices, with less than a quarter of the volume of a ball as wide', () => {
    const facts = { side: 'left', third: 'lower', kind: 'solid' };
    const wide = disc({ x: 95, y: 60, r: 21 }, { type: 'nodule', score: 0.99, facts });
    const on = (from: number, count: number) =>
      found(chest((i) => (i >= from && i < from + count ? wide : [])));
    expect(on(30, 3)).toEqual([]);
    expect(on(30, 8)).toHaveLength(1);
    // What the end of the stack cuts may be a ball.
    expect(on(57, 3)).toHaveLength(1);
  });

  it('are no nodules below 4 mm, by the usual field of view where the file gives no pixel size', () => {
    // Of 128 pixels that show 350 mm.
    const sized = (r: number) =>
      Array.from({ length: 60 }, (_, i) =>
        readSlice(i, lungs, { marks: i === 30 ? spot(40, r, 0.9) : [], slabMm: 2, pixelMm: null }),
      );
    const read = (r: number) => readAs('lung', exam, sized(r), { ...fine, spacingMm: null });
    expect(read(3).findings.filter((one) => one.found)).toHaveLength(1);
    expect(read(0.6).findings.filter((one) => one.found)).toHaveLength(0);
    expect(read(0.6).reading.findings.join(' ')).toContain(
      'Also seen: a spot below 4 mm, by the usual field of view.',
    );
  });

  it('do not hold a vessel that runs on through the slices, straight or aslant', () => {
    expect(found(chest((i) => (i > 10 && i < 50 ? spot(40, 3, 0.9) : [])))).toEqual([]);
    expect(found(chest((i) => (i > 20 && i < 32 ? spot(20 + 3 * (i - 20), 3, 0.9) : [])))).toEqual([]);
  });

  it('need no second slice where the exam has one', () => {
    const [only] = chest(() => spot(40, 15, 0.85));
    const { findings, reading } = readAs('lung', exam, only ? [only] : [], stackFacts);
    expect(findings[0]).toMatchObject({ found: true, side: 'right' });
    expect(reading.conclusion).not.toContain('No nodule');
  });

  it('need more than one slice where several should show them', () => {
    expect(found(chest((i) => (i === 30 ? spot(40, 6, 0.9) : [])))).toEqual([]);
  });

  it('need as many slices as a ball of their size crosses, but beside a gap or at an end of the stack', () => {
    const at = (shown: readonly number[], stack: Partial<typeof fine> = {}) =>
      readAs(
        'lung',
        exam,
        Array.from({ length: 60 }, (_, i) =>
          readSlice(i, lungs, { marks: shown.includes(i) ? spot(40, 4.5, 0.9) : [], slabMm: 4 }),
        ),
        { ...fine, spacingMm: 4, thicknessMm: 4, ...stack },
      ).findings.filter((one) => one.found);
    expect(at([30])).toEqual([]);
    expect(at([30, 31])).toHaveLength(1);
    expect(at([30], { gaps: [{ after: 30, missing: 7 }] })).toHaveLength(1);
    expect(at([59])).toHaveLength(1);
  });
});

describe('the sentence of a lesion', () => {
  const said = (facts: Record<string, string | number>) => {
    const marks = (i: number) => {
      const r = Math.sqrt(Math.max(0, 64 - ((i - 30) * 2) ** 2));
      return r > 0.5 ? disc({ x: 40, y: 60, r }, { type: 'nodule', score: 0.9, facts }) : [];
    };
    return readAs('lung', exam, chest(marks), fine).reading;
  };

  it('tells place and distance to the pleura, and the solid part of a part-solid one', () => {
    const place = { side: 'right', third: 'posterior', pleuraPx: 12 };
    const { findings, rules } = said({ ...place, kind: 'part-solid', solidPx: 7 });
    expect(findings[0]).toContain('part-solid, solid part 7.0 mm, mean diameter');
    expect(findings[0]).toContain(
      'The nodule lies in the right lung, middle third, posterior, 12 mm from the pleura',
    );
    expect(rules[0]?.values.row).toBe('4A');
    expect(said({ side: 'left', kind: 'solid', pleuraPx: 0 }).findings[0]).toContain('touching the pleura');
  });
});

describe('what limits the reading of a chest', () => {
  const limits = (facts: (i: number) => object, stack: Partial<typeof fine> = {}) =>
    readAs(
      'lung',
      exam,
      Array.from({ length: 60 }, (_, i) => readSlice(i, { ...lungs, ...facts(i) }, { slabMm: 2 })),
      { ...fine, ...stack },
    ).reading.notAssessed.join(' ');

  it('is a part of the lungs beyond the slices', () => {
    const cone = (from: number) => (i: number) => ({ leftPx: 50 * Math.max(0, i - from), rightPx: 0 });
    expect(limits(cone(0))).toContain('The lungs go on beyond the slices at the apex');
    expect(limits((i) => cone(0)(Math.min(i, 60 - i)))).not.toContain('go on beyond');
    expect(limits(() => ({}))).toContain('at the base and apex');
  });

  it('is metal, by slices', () => {
    expect(limits(() => ({ metalPx: 2 }))).not.toContain('Metal');
    expect(limits((i) => ({ metalPx: i > 20 && i < 24 ? 40 : 0 }))).toContain(
      'on slices 22 to 24: its streaks',
    );
  });

  it('is a breath between two slices: the lungs jump, and no slices around do', () => {
    const shape = (i: number) => ({
      lungProfile: Array.from({ length: 256 }, (_, field) =>
        Math.min(9, Math.max(0, Math.floor(60 + 1.5 * i - field / 2))),
      ).join(''),
    });
    expect(limits(shape)).not.toContain('Respiratory motion');
    const breath = (i: number) => shape(i < 30 ? i : i - 8);
    expect(limits(breath)).toContain('Respiratory motion behind slice 30');
    // Over missing slices a jump says nothing.
    expect(limits(breath, { gaps: [{ after: 29, missing: 4 }] })).not.toContain('Respiratory motion');
  });

  it('is contrast medium', () => {
    expect(limits(() => ({}), { contrast: 'named by the files' })).toContain('Contrast medium is on record');
  });
});

describe('the lungs of a chest', () => {
  it('are measured in liters, with opacities by side and the share of emphysema', () => {
    const slices = Array.from({ length: 60 }, (_, i) =>
      readSlice(i, { ...lungs, rightOpacityPx: 640, groundGlassPx: 640 }, { slabMm: 2 }),
    );
    const { findings, scores, reading } = readAs('lung', exam, slices, fine);
    expect(scores.lung_litres).toBeCloseTo((60 * 6200 * 2) / 1e6, 3);
    expect(findings.find(({ type }) => type === 'opacity')).toMatchObject({
      found: true,
      side: 'right',
      facts: { rightShare: 0.2, leftShare: 0 },
    });
    expect(reading.facts.emphysemaShare).toBeCloseTo(60 / 6200, 3);
  });

  it('have each share of opacities with what it is a share of, the whole being the weighted sum', () => {
    const opacities = { rightOpacityPx: 320, leftOpacityPx: 90, groundGlassPx: 300, consolidationPx: 110 };
    const slices = Array.from({ length: 60 }, (_, i) => readSlice(i, { ...lungs, ...opacities }));
    const { reading } = readAs('lung', exam, slices, fine);
    expect((10 * 3200 + 3 * 3000) / 6200).toBeCloseTo(4.8 + 1.8, 1);
    expect(reading.findings).toContain(
      'Opacities in both lungs: 10.0 % of the right and 3.0 % of the left lung, together 6.6 % of both lungs (ground-glass 4.8 %, consolidation 1.8 %).',
    );
    expect(reading.conclusion).toContain('Opacities in both lungs (10.0 % of the right, 3.0 % of the left).');
    const right = Array.from({ length: 60 }, (_, i) =>
      readSlice(i, { ...lungs, rightOpacityPx: 320, groundGlassPx: 320 }),
    );
    expect(readAs('lung', exam, right, fine).reading.conclusion).toContain(
      'Opacities in the right lung (10.0 % of it).',
    );
  });

  it('are said to be missing where no slice shows any', () => {
    const { reading } = readAs('lung', exam, [readSlice(0, { leftPx: 0, rightPx: 0 })], fine);
    expect(reading.conclusion).toContain('no lung was found');
  });
});
