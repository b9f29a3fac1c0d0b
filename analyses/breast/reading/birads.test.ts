import { describe, expect, it } from 'vitest';
import { assessBirads as assess, type BiradsInput } from './birads.ts';

/** The rules as the report tells them. */
function assessBirads(input: BiradsInput) {
  const { category, rules } = assess(input);
  return { category, trace: rules.map(({ text }) => text) };
}

const nothing = { mass: null, calcification: null, toJudge: null };
const descriptors = { margin: 'spiculated', shape: 'irregular', density: 'high' } as const;
const mass = { ...descriptors, sizeMm: 14.2, sizePx: 71, malignant: 0.61 };
const benign = { margin: 'circumscribed', shape: 'oval', density: 'equal' } as const;
const round = { ...benign, sizeMm: null, sizePx: 40, malignant: 0.02 };

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
    expect(assessBirads({ ...nothing, mass: { ...round, margin: 'indistinct' } }).category).toBe(3);
    expect(assessBirads({ ...nothing, mass: { ...round, malignant: 0.03 } }).category).toBe(4);
  });

  it('say 2 for a well-defined mass of low density and at most 2 %', () => {
    expect(assessBirads({ ...nothing, mass: { ...round, density: 'low' } })).toEqual({
      category: 2,
      trace: ['2: low-density, oval, circumscribed mass, 40 px, probability 2.0 %'],
    });
    expect(
      assessBirads({ ...nothing, mass: { ...round, density: 'low', shape: 'irregular' } }).category,
    ).toBe(3);
  });

  it('say 4 for a calcification cluster, whatever mass stands beside it', () => {
    expect(assessBirads({ ...nothing, calcification: 0.5 }).category).toBe(4);
    const both = assessBirads({ ...nothing, calcification: 0.5, mass: round });
    expect(both.category).toBe(4);
    expect(both.trace[1]).toMatch(/^3: /);
    expect(assessBirads({ ...nothing, calcification: 0.5, mass }).trace[0]).toMatch(/^4: irregular/);
  });

  it('say 1 for nothing', () => {
    expect(assessBirads(nothing).trace).toEqual(['1: no finding above its threshold']);
  });

  it('give no category for calcifications that are to be judged, unless there is a finding', () => {
    const toJudge = 'coarse calcifications whose form is not typically benign';
    const incomplete = { category: 0, trace: [`incomplete: ${toJudge}`] };
    expect(assessBirads({ ...nothing, toJudge })).toEqual(incomplete);
    expect(assessBirads({ ...nothing, toJudge, mass }).category).toBe(4);
  });
});
