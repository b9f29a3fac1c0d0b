import { describe, expect, it } from 'vitest';
import { assessBirads as assess, type BiradsInput } from './birads.ts';

/** The rules as the report tells them. */
function assessBirads(input: BiradsInput) {
  const { category, rules } = assess(input);
  return { category, trace: rules.map(({ text }) => text) };
}

const limits = { mostMalignant: 0.1, marksBelow: 0 };
const nothing = { mass: null, calcification: null, benignFinding: null, malignant: 0.02, ...limits };
const mass = { definition: 3, shape: 3, density: 3, sizeMm: 14.2, sizePx: 71, malignant: 0.61 } as const;
const round = { definition: 1, shape: 1, density: 2, sizeMm: null, sizePx: 40, malignant: 0.02 } as const;

describe('the BI-RADS rules', () => {
  it('say 4 for an irregular, spiculated mass, with size, probability and the part of category 4', () => {
    expect(assessBirads({ ...nothing, mass })).toEqual({
      category: 4,
      trace: [
        '4: irregular, spiculated mass, 14.2 mm, probability 61.0 %',
        '4C: high suspicion, probability above 50 %.',
      ],
    });
  });

  it('name the rule that held and the values it was applied to', () => {
    expect(assess({ ...nothing, mass }).rules.map(({ id, values }) => ({ id, ...values }))).toEqual([
      { id: 'suspicious-mass', malignant: 0.61, margin: 'spiculated', shape: 'irregular', density: 'high' },
      { id: '4C', malignant: 0.61 },
    ]);
  });

  it.each([
    [0.5, /^4B/],
    [0.1, /^4A/],
    [0.021, /^4A/],
    [0.01, /never probably benign/],
  ])('part category 4 at a probability of %s', (malignant, words) => {
    const { category, trace } = assessBirads({ ...nothing, mass: { ...mass, malignant } });
    expect(category).toBe(4);
    expect(trace[1]).toMatch(words);
  });

  it('say 5 only from a probability of 95 %', () => {
    expect(assessBirads({ ...nothing, mass: { ...mass, malignant: 0.949 } }).category).toBe(4);
    expect(assessBirads({ ...nothing, mass: { ...mass, malignant: 0.95 } }).category).toBe(5);
  });

  it('say 3 for a mass of at most 2 %, and that it needs work-up and follow-up', () => {
    const three = assessBirads({ ...nothing, mass: round });
    expect(three.category).toBe(3);
    expect(three.trace[0]).toBe('3: oval, circumscribed mass, 40 px, probability 2.0 %');
    expect(three.trace[1]).toMatch(/work-up first, then six-month follow-up/);
    expect(assessBirads({ ...nothing, mass: { ...round, definition: 2 } }).category).toBe(3);
    expect(assessBirads({ ...nothing, mass: { ...round, malignant: 0.03 } }).category).toBe(4);
  });

  it('say 2 for a well-defined mass of low density and at most 2 %', () => {
    expect(assessBirads({ ...nothing, mass: { ...round, density: 1 } })).toEqual({
      category: 2,
      trace: ['2: low-density, oval, circumscribed mass, 40 px, probability 2.0 %'],
    });
    expect(assessBirads({ ...nothing, mass: { ...round, density: 1, shape: 3 } }).category).toBe(3);
  });

  it('say 4 for a calcification cluster, whatever mass stands beside it', () => {
    expect(assessBirads({ ...nothing, calcification: 0.5 }).category).toBe(4);
    const both = assessBirads({ ...nothing, calcification: 0.5, mass: round });
    expect(both.category).toBe(4);
    expect(both.trace[1]).toMatch(/^3: /);
    expect(assessBirads({ ...nothing, calcification: 0.5, mass }).trace[0]).toMatch(/^4: irregular/);
  });

  it('say 2 for a benign node and 1 for nothing', () => {
    expect(assessBirads({ ...nothing, benignFinding: 'axillary node with a fatty hilum' }).trace).toEqual([
      '2: axillary node with a fatty hilum',
    ]);
    expect(assessBirads(nothing).trace).toEqual([
      '1: no finding above its threshold, probability of malignancy 2.0 %',
    ]);
  });

  it('give no category where the picture looks malignant and nothing explains it', () => {
    const incomplete = {
      category: 0,
      trace: [
        'incomplete: probability of malignancy in the picture 52.0 %, above 10.0 %, and no finding that explains it; further views',
      ],
    };
    expect(assessBirads({ ...nothing, malignant: 0.52 })).toEqual(incomplete);
    expect(assessBirads({ ...nothing, malignant: 0.52, benignFinding: 'node' })).toEqual(incomplete);
    expect(assessBirads({ ...nothing, malignant: 0.101 }).category).toBe(0);
    expect(assessBirads({ ...nothing, malignant: 0.1 }).category).toBe(1);
  });

  it.each([
    [1, '1 mark'],
    [3, '3 marks'],
  ])('never call a view negative with %i places below the operating point', (marksBelow, words) => {
    const incomplete = {
      category: 0,
      trace: [`incomplete: no finding at the operating point, ${words} below it`],
    };
    expect(assessBirads({ ...nothing, marksBelow })).toEqual(incomplete);
    expect(assessBirads({ ...nothing, marksBelow, benignFinding: 'node' })).toEqual(incomplete);
    expect(assessBirads({ ...nothing, marksBelow, mass }).category).toBe(4);
  });
});
