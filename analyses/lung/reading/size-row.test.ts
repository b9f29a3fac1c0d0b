import { expect, it } from 'vitest';
import { bandOf, sizeRowOf } from './size-row.ts';

it.each([
  [5.94, 'solid', '2'],
  [5.96, 'solid', '3'],
  [8, 'solid', '4A'],
  [15, 'solid', '4B'],
  [20, 'ground_glass', '2'],
  [30, 'ground_glass', '3'],
  [9, 'part_solid', null],
] as const)('%d mm, %s: row %s, by its millimeters as rounded', (mm, texture, row) => {
  expect(sizeRowOf(mm, texture)).toBe(row);
});

it('words the band of a row by what the nodule is made of', () => {
  expect(bandOf('3', 'solid')).toBe('solid, 6 to under 8 mm');
  expect(bandOf('3', 'ground_glass')).toBe('non-solid, 30 mm or more');
});
