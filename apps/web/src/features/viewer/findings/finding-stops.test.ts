import { expect, it } from 'vitest';
import { findingStops } from './finding-stops.ts';

const box = (x: number, y: number) => ({ x, y, width: 10, height: 10 });
const mark = {
  type: { id: 'mass', label: 'Mass', colour: '#00ff00', classes: [4] },
  regions: [
    { box: box(20, 20), path: 'large', coarse: 'large' },
    { box: box(60, 60), path: 'small', coarse: 'small' },
  ],
  path: '',
  coarse: '',
};
const labels = { width: 100, height: 100 };

it('are the regions of a finding that the report does not number', () => {
  expect(findingStops(mark, labels)).toBe(mark.regions);
});

it('are the numbered places of one that it does, each with the region it lies in or next to', () => {
  const places = [
    { number: 1, x: 22, y: 25 },
    { number: 2, x: 30, y: 25 },
    { number: 3, x: 75, y: 65 },
  ];
  expect(findingStops(mark, labels, places)).toEqual([
    { path: 'large', coarse: 'large', box: box(17, 20) },
    { path: 'large', coarse: 'large', box: box(25, 20) },
    { path: 'small', coarse: 'small', box: box(70, 60) },
  ]);
});
