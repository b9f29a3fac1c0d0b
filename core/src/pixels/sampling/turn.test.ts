import { describe, expect, it } from 'vitest';
import { grey, rowsOf } from '../grid.test-support.ts';
import { inverseTurn, noTurn, turned, turns } from './turn.ts';

const source = grey([
  [1, 2, 3],
  [4, 5, 6],
]);

describe('turning an image', () => {
  it('exchanges rows and columns, then mirrors', () => {
    expect(rowsOf(turned(source, { ...noTurn, isMirrored: true }))).toEqual([
      [3, 2, 1],
      [6, 5, 4],
    ]);
    expect(rowsOf(turned(source, { ...noTurn, isTransposed: true, isUpsideDown: true }))).toEqual([
      [3, 6],
      [2, 5],
      [1, 4],
    ]);
  });

  it('has eight ways, each undone by its inverse', () => {
    expect(new Set(turns.map((turn) => turned(source, turn).data.join())).size).toBe(8);
    for (const turn of turns) expect(turned(turned(source, turn), inverseTurn(turn))).toEqual(source);
  });

  it('keeps the colors of a pixel together', () => {
    const image = { width: 2, height: 1, data: Uint8Array.of(1, 2, 3, 4, 5, 6) };
    expect([...turned(image, { ...noTurn, isMirrored: true }, 3).data]).toEqual([4, 5, 6, 1, 2, 3]);
  });
});
