import { describe, expect, it } from 'vitest';
import { allowedActions, reportStates, reviewActions, transitionOf, transitions } from './states.ts';

const reader = ['read', 'review', 'sign'] as const;

describe('the states of a report', () => {
  it('are reached by steps that are in the table once each', () => {
    const steps = transitions.map(({ from, action }) => `${from} ${action}`);
    expect(new Set(steps).size).toBe(steps.length);
    for (const state of reportStates.filter((each) => each !== 'preliminary' && each !== 'amended'))
      expect([state, transitions.some(({ to }) => to === state)]).toEqual([state, true]);
  });

  it('end with a withdrawal', () => {
    for (const action of reviewActions) expect(transitionOf('withdrawn', action)).toBeUndefined();
  });

  it.each([
    ['preliminary', reader, false, ['start']],
    ['in_review', reader, true, ['change', 'release', 'sign', 'withdraw']],
    ['in_review', reader, false, []],
    ['in_review', ['read', 'review'], true, ['change', 'release']],
    ['signed', reader, false, ['amend', 'withdraw']],
    ['amended', reader, false, ['amend', 'withdraw']],
    ['signed', ['read', 'review'], false, []],
    ['preliminary', ['read'], false, []],
    ['withdrawn', reader, false, []],
  ] as const)('%s, with the rights %s, held by the caller: %s', (state, rights, isHolder, actions) => {
    expect(allowedActions(state, { rights, isHolder, isSigner: true })).toEqual(actions);
  });

  it('let a reader amend and withdraw what another signed only with the right to overrule', () => {
    const other = { isHolder: false, isSigner: false };
    for (const state of ['signed', 'amended'] as const) {
      expect(allowedActions(state, { rights: reader, ...other })).toEqual([]);
      const rights = [...reader, 'overrule'] as const;
      expect(allowedActions(state, { rights, ...other })).toEqual(['amend', 'withdraw']);
    }
  });
});
