import { describe, expect, it } from 'vitest';
import { showTable, showWindow } from './display-values.ts';

const plane = (...values: number[]) => ({
  width: values.length,
  height: 1,
  data: Float32Array.from(values),
});

/** Expected values by the pseudo-code of PS3.3 C.11.2.1.2 and C.11.2.1.3, worked by hand. */
describe('values as displayed', () => {
  it('goes linearly through a window, half a value off its centre', () => {
    const window = { centre: 2048, width: 4096 };
    expect([...showWindow(plane(-5, 0, 2047.5, 4095, 9000), window).data]).toEqual([0, 0, 128, 255, 255]);
    expect([...showWindow(plane(99, 100), { centre: 100, width: 1 }).data]).toEqual([0, 255]);
  });

  it('goes exactly through an exact window', () => {
    const window = { centre: 0.5, width: 1, shape: 'linear_exact' } as const;
    expect([...showWindow(plane(0, 0.2, 0.5, 1), window).data]).toEqual([0, 51, 128, 255]);
  });

  it('goes along a sigmoid', () => {
    const window = { centre: 100, width: 40, shape: 'sigmoid' } as const;
    expect([...showWindow(plane(-1000, 90, 100, 110, 5000), window).data]).toEqual([0, 69, 128, 186, 255]);
  });

  it('goes through a table, its ends beyond it', () => {
    const table = { first: 10, max: 1023, entries: Uint16Array.of(0, 512, 1023) };
    expect([...showTable(plane(0, 10, 11, 12, 99), table).data]).toEqual([0, 0, 128, 255, 255]);
  });
});
