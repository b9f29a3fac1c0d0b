import { describe, expect, it } from 'vitest';
import { assessBirads as assess, type BiradsInput } from './birads.ts';

/** The rules as the report tells them. */
function assessBirads(input: BiradsInput) {
  const { category, rules } = assess(input);
  return { category, trace: rules.map(({ text }) => text) };
}

const nothing = { mass: null, calcification: null, toJudge: null, hasBenignCoarse: false, view: 0.1 };
const descriptors = { margin: 'spiculated', shape: 'irregular', density: 'high' } as const;
const mass = { ...descriptors, sizeMm: 14.2, sizePx: 71, malignant: 0.61 };
const benign = { margin: 'circumscribed', shape: 'oval', density: 'equal' } as const;
const round = { ...benign, sizeMm: null, sizePx: 40, malignant: 0.02 };

describe('the BI-RADS rules', () => {
  it('say 4 for an irregular, spiculated mass, with size and probability', () => {
    expect(assessBirads({ ...nothing, mass })).toEqual({
      category: 4,
      trace: ['4: irregular, spiculated mass, 14.2 mm, probability 61.0 %'],
    });
  });

  it('name the rule that held and the values it was applied to', () => {
    expect(assess({ ...nothing, mass }).rules.map(({ id, values }) => ({ id, ...values }))).toEqual([
      { id: 'suspicious-mass', malignant: 0.61, margin: 'spiculated', shape: 'irregular', density: 'high' },
    ]);
  });

  it('say 4 for a spiculated mass of any probability, without a part of category 4', () => {
    const { category, trace } = assessBirads({ ...nothing, mass: { ...mass, malignant: 0.01 } });
    expect([category, trace[1]]).toEqual([4, 'A spiculated margin is never probably benign.']);
    expect(assessBirads({ ...nothing, mass: { ...mass, malignant: 0.021 } }).trace).toHaveLength(1);
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

  it('say 2 for coarse calcifications of benign forms', () => {
    expect(assessBirads({ ...nothing, hasBenignCoarse: true })).toEqual({
      category: 2,
      trace: ['2: coarse calcifications of typically benign forms'],
    });
  });

  it.each([false, true])('say neither 1 nor 2 of a view from 50 %% on (coarse: %s)', (hasBenignCoarse) => {
    expect(assessBirads({ ...nothing, hasBenignCoarse, view: 0.499 }).category).toBe(hasBenignCoarse ? 2 : 1);
    const { category, trace } = assessBirads({ ...nothing, hasBenignCoarse, view: 0.5 });
    expect([category, trace]).toEqual([
      null,
      ['none: no finding above its threshold, but the view scores 50.0 % (limit 50.0 %)'],
    ]);
  });

  it('give no category for calcifications that are to be judged, unless there is a finding', () => {
    const toJudge = 'coarse calcifications whose form is not typically benign';
    const incomplete = { category: 0, trace: [`incomplete: ${toJudge}`] };
    expect(assessBirads({ ...nothing, toJudge })).toEqual(incomplete);
    expect(assessBirads({ ...nothing, toJudge, mass }).category).toBe(4);
  });
});
