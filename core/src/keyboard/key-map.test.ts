import { describe, expect, it } from 'vitest';
import { keyOfEvent, keyProblem, keyScopes, keysOf, ownKeyOf, usableKeys, usualKeyOf } from './key-map.ts';

describe('the keys of an account', () => {
  it('are the usual ones where nothing was changed, none of them twice in a part of the screen', () => {
    expect(keysOf('worklist')).toEqual({ next: 'j', previous: 'k', claim: 'c', sign: 's' });
    expect(keyProblem({})).toBeNull();
    for (const scope of keyScopes) {
      const keys = Object.values(keysOf(scope));
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  it('mean the same in the viewer and over the images of an exam', () => {
    const viewer: Record<string, string> = keysOf('viewer');
    const shared = Object.entries(keysOf('exam')).filter(([, key]) => Object.values(viewer).includes(key));
    expect(shared).toEqual([
      ['next_finding', viewer.next_finding],
      ['regions', viewer.outlines],
    ]);
  });

  it('of a review mean nothing else on the images, where they hold too', () => {
    const onImages: readonly string[] = [
      ...Object.values(keysOf('viewer')),
      ...Object.values(keysOf('exam')),
    ];
    expect(Object.values(keysOf('review')).filter((key) => onImages.includes(key))).toEqual([]);
  });

  it('of a review are refused where the images have them, and the other way round', () => {
    expect(keyProblem({ review: { accept: 'e' } })).toMatchObject({
      scope: 'review',
      action: 'accept',
      by: 'ellipse',
    });
    const swapped = { viewer: { ellipse: 'a', angle: 'e' } };
    expect(keyProblem(swapped)).toMatchObject({ scope: 'viewer', action: 'ellipse', by: 'accept' });
    expect(keyProblem(usableKeys(swapped))).toBeNull();
    expect(keyProblem({ review: { next: 's' } })).toMatchObject({ kind: 'fixed' });
  });

  it('replace the usual one of their action alone', () => {
    const changed = { worklist: { next: 'n' } };
    expect(keyProblem(changed)).toBeNull();
    expect(keysOf('worklist', changed)).toEqual({ next: 'n', previous: 'k', claim: 'c', sign: 's' });
  });

  it('may be swapped', () => {
    expect(keyProblem({ worklist: { next: 'k', previous: 'j' } })).toBeNull();
  });

  it('are refused where another action has the key, naming the one that was changed', () => {
    expect(keyProblem({ worklist: { sign: 'j' } })).toEqual({
      ...{ kind: 'taken', scope: 'worklist', action: 'sign', by: 'next' },
    });
    expect(keyProblem({ worklist: { next: 's' } })).toEqual({
      ...{ kind: 'taken', scope: 'worklist', action: 'next', by: 'sign' },
    });
  });

  it('that were stored are used but for those that another action has by now', () => {
    const stored = { viewer: { window: '>', pan: 'ö' }, exam: { slab: ',' } };
    expect(usableKeys(stored)).toEqual({ viewer: { pan: 'ö' }, exam: {} });
  });

  it('are free to be the same in different parts of the screen', () => {
    expect(keyProblem({ worklist: { next: 'w' } })).toBeNull();
  });

  it.each([
    ['?', 'fixed'],
    ['1', 'fixed'],
    [':', 'fixed'],
    ['', 'no_key'],
    [' ', 'no_key'],
    ['A', 'no_key'],
    ['ab', 'no_key'],
    ['\u0000', 'no_key'],
  ])('refuse %j', (key, kind) => {
    expect(keyProblem({ viewer: { rotate: key } })).toEqual({ kind, scope: 'viewer', action: 'rotate' });
  });

  it('take letters of other alphabets, and refuse an action that is not there', () => {
    expect(keyProblem({ viewer: { rotate: 'ж' } })).toBeNull();
    expect(keyProblem({ viewer: { toString: 'q' } })).toMatchObject({ kind: 'unknown_action' });
  });

  it('do what the usual key does, which then does nothing, or what was moved to it', () => {
    const moved = { worklist: { next: 'n' } };
    expect(['n', 'N', 'j', 'k', 'Enter'].map((key) => usualKeyOf('worklist', key, moved))).toEqual([
      ...['j', 'j', null, 'k', 'Enter'],
    ]);
    const swapped = { worklist: { next: 'k', previous: 'j' } };
    expect(['j', 'k'].map((key) => usualKeyOf('worklist', key, swapped))).toEqual(['k', 'j']);
    expect(['j', 'Enter'].map((key) => ownKeyOf('worklist', key, moved))).toEqual(['n', 'Enter']);
  });

  it('are found whether or not Shift or Caps Lock makes the letter a capital', () => {
    expect(['J', 'j', '{', 'ArrowUp'].map(keyOfEvent)).toEqual(['j', 'j', '{', 'ArrowUp']);
  });
});
