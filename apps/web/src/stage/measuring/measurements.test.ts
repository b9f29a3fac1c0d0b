import { describe, expect, it } from 'vitest';
import { ellipseIn, heldAt, isDrawn, movedBy, newMeasurement, withPoint } from './measurement-shape.ts';
import { Measurements } from './measurements.ts';

interface Point {
  x: number;
  y: number;
}
const at = (x: number, y: number): Point => ({ x, y });
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
    all.removeLast(['a']);
    expect(all.on('a')).toEqual([second]);
    all.removeLast(['a']);
    all.bringBack();
    all.bringBack();
    expect(all.on('a')).toEqual([second, first]);
    all.clear('a');
    expect(all.on('a')).toEqual([]);
    all.bringBack();
    expect(all.on('a')).toHaveLength(2);
  });

  it('are taken back one at a time where several images are looked at', () => {
    const all = new Measurements();
    for (const key of ['right', 'left']) all.put(key, length());
    all.selected = null;
    all.removeLast(['right', 'left']);
    expect([all.on('right').length, all.on('left').length]).toEqual([1, 0]);
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

  it('are kept where they end, taken back and brought back there, also those made before', () => {
    const all = new Measurements();
    const [early, late, open] = [length(), length(), length()];
    const settle = (key: string, { id }: { id: string }) =>
      all.settle(key, { id, tool: 'length', pixelMm: null, points: [at(10, 10), at(50, 10)] });
    all.put('a', early);
    settle('a', early);
    all.put('b', open);
    const calls: string[] = [];
    all.keepWith({
      keep: (key, { id }) => calls.push(`keep ${key} ${id}`),
      remove: (key, id) => calls.push(`remove ${key} ${id}`),
    });
    all.put('b', late);
    settle('b', late);
    all.remove('b', late.id);
    all.bringBack();
    expect(calls).toEqual([
      `keep a ${early.id}`,
      `keep b ${late.id}`,
      `remove b ${late.id}`,
      `keep b ${late.id}`,
    ]);
  });

  it('keep the text of an arrow once it is no longer written', () => {
    const all = new Measurements();
    const texts: string[] = [];
    all.keepWith({
      keep: (_key, drawn) => texts.push(drawn.tool === 'arrow' ? drawn.text : ''),
      remove: () => {},
    });
    const arrow = newMeasurement('arrow', length().points);
    all.put('a', arrow);
    const points: [Point, Point] = [at(10, 10), at(50, 10)];
    all.settle('a', { id: arrow.id, tool: 'arrow', pixelMm: null, points, text: '' });
    all.written = arrow.id;
    all.put('a', { ...arrow, text: 'Clip' });
    // The reply to the arrow without text comes while its text is written.
    all.showKept(
      [{ key: 'a', drawn: { id: arrow.id, tool: 'arrow', pixelMm: null, points, text: '' } }],
      false,
    );
    expect(all.on('a')[0]?.text).toBe('Clip');
    expect(texts).toEqual(['']);
    all.written = null;
    all.written = null;
    expect(texts).toEqual(['', 'Clip']);
  });

  it('of the report are shown as it has them, and cannot be removed where they are fixed', () => {
    const all = new Measurements();
    const [local, kept] = [length(), length()];
    all.put('a', local);
    const points: [Point, Point] = [at(0, 0), at(3, 4)];
    const stored = { key: 'a', drawn: { id: kept.id, tool: 'length', pixelMm: null, points } } as const;
    all.showKept([stored], true);
    expect(all.on('a').map(({ id }) => id)).toEqual([local.id, kept.id]);
    expect(all.listed).toMatchObject([{ words: '5.0 px (no spacing)', isFixed: true, isKept: true }]);
    all.clear('a');
    expect(all.on('a').map(({ id }) => id)).toEqual([kept.id]);
    all.showKept([], false);
    expect(all.on('a')).toEqual([]);
  });

  it('are moved as far as they stay on the image', () => {
    const size = { width: 60, height: 40 };
    expect(movedBy(length(), [100, -100], size).points).toEqual([
      [20, 0],
      [60, 0],
    ]);
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
