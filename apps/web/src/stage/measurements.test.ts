import { describe, expect, it } from 'vitest';
import { ellipseIn, heldAt, isDrawn, Measurements, newMeasurement, withPoint } from './measurements.ts';

const length = () =>
  newMeasurement('length', [
    [10, 10],
    [50, 10],
  ]);

describe('measurements', () => {
  it('belong to their image and are there again on return', () => {
    const all = new Measurements();
    const [first, second] = [length(), length()];
    all.put('slice-1', first);
    all.put('slice-2', second);
    expect(all.on('slice-1')).toEqual([first]);
    expect(all.on('slice-2')).toEqual([second]);
    expect(all.on('slice-3')).toEqual([]);
  });

  it('are taken back, the selected one first, and brought back to their own image', () => {
    const all = new Measurements();
    const [first, second] = [length(), length()];
    all.put('a', first);
    all.put('a', second);
    all.put('a', first);
    all.removeLast('a');
    expect(all.on('a')).toEqual([second]);
    all.removeLast('a');
    all.bringBack();
    all.bringBack();
    expect(all.on('a')).toEqual([second, first]);
    all.clear('a');
    expect(all.on('a')).toEqual([]);
    all.bringBack();
    expect(all.on('a')).toHaveLength(2);
  });

  it('are listed with their image once they have words, and removed from the list', () => {
    const all = new Measurements();
    const [first, second] = [length(), length()];
    all.put('slice-1', first);
    all.put('slice-2', second);
    expect(all.listed).toEqual([]);
    let changes = 0;
    const leave = all.follow(() => {
      changes += 1;
    });
    all.name(new Map([[first.id, '40 px']]));
    all.name(new Map([[second.id, '41 px']]));
    expect(all.listed.map(({ key, words }) => [key, words])).toEqual([
      ['slice-1', '40 px'],
      ['slice-2', '41 px'],
    ]);
    all.remove('slice-1', first.id);
    expect(all.on('slice-1')).toEqual([]);
    expect(all.listed.map(({ key }) => key)).toEqual(['slice-2']);
    all.bringBack();
    expect(all.listed).toHaveLength(2);
    leave();
    all.clear('slice-2');
    expect(changes).toBe(4);
  });

  it('are held by a point, or by their line', () => {
    const measurement = length();
    const held = (x: number, y: number) =>
      heldAt([measurement], [x, y], { onStage: ([px, py]) => [2 * px, 2 * py], reach: 8 })?.point;
    expect(held(22, 22)).toBe(0);
    expect(held(100, 20)).toBe(1);
    expect(held(60, 23)).toBeNull();
    expect(held(60, 40)).toBeUndefined();
  });

  it('of an ellipse keep its axes where one end is dragged', () => {
    const ellipse = newMeasurement('ellipse', ellipseIn([0, 0], [10, 20]));
    expect(withPoint(ellipse, 3, [30, 5]).points).toEqual(ellipseIn([0, 0], [30, 20]));
  });

  it('are none where a click drew nothing', () => {
    expect(isDrawn(newMeasurement('length', [[1, 1]]), 2)).toBe(false);
    expect(isDrawn(length(), 2)).toBe(true);
    expect(isDrawn(newMeasurement('ellipse', ellipseIn([5, 5], [5, 6])), 2)).toBe(false);
  });
});
