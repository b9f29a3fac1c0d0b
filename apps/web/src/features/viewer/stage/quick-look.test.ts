// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { QuickLook } from './quick-look.ts';
import { type StageMatrix, toImagePoint, transformBetween } from './stage-matrix.ts';

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'setTimeout', 'clearTimeout', 'performance'],
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const drawn: StageMatrix = [0.2, 0, 0, 0.2, 10, 5];
// Turned by a quarter, mirrored, enlarged and moved.
const wanted: StageMatrix = [0, 0.6, 0.6, 0, -40, 12];

function look() {
  const onMove = vi.fn<(transform: string) => void>();
  const draw = vi.fn();
  const quick = new QuickLook({ wanted: () => wanted, onMove, draw });
  return { quick, onMove, draw };
}

it('moves what was drawn to where it will be drawn, at once, and draws once when the hand rests', () => {
  const { quick, onMove, draw } = look();
  quick.drawn(drawn);
  quick.moved();
  quick.moved();
  expect(onMove.mock.lastCall).toEqual([transformBetween(drawn, wanted)]);
  expect(quick.movedFrom).toBe(drawn);
  expect(draw).not.toHaveBeenCalled();
  vi.advanceTimersByTime(140);
  quick.moved();
  vi.advanceTimersByTime(140);
  expect(draw).not.toHaveBeenCalled();
  vi.advanceTimersByTime(20);
  expect(draw).toHaveBeenCalledTimes(1);
  quick.drawn(wanted);
  expect(onMove.mock.lastCall).toEqual(['none']);
  expect(quick.movedFrom).toBeNull();
});

it('draws now and then while keys go on', () => {
  const { quick, draw } = look();
  quick.drawn(drawn);
  for (let times = 0; times < 5; times += 1) {
    quick.moved();
    vi.advanceTimersByTime(100);
  }
  expect(draw).toHaveBeenCalledTimes(1);
});

it('draws at once what changes the gray values, also of what was moved', () => {
  const { quick, draw } = look();
  quick.drawn(drawn);
  quick.moved();
  quick.changed();
  vi.advanceTimersByTime(50);
  expect(draw).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(500);
  expect(draw).toHaveBeenCalledTimes(1);
});

it('draws no more once it has ended', () => {
  const { quick, draw } = look();
  quick.drawn(drawn);
  quick.moved();
  quick.end();
  vi.advanceTimersByTime(500);
  expect(draw).not.toHaveBeenCalled();
});

it('brings each point of the picture to its new place', () => {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] =
    transformBetween(drawn, wanted)
      .match(/-?[\d.]+(e-?\d+)?/g)
      ?.map(Number) ?? [];
  for (const point of [
    { x: 0, y: 0 },
    { x: 130, y: 20 },
    { x: 7, y: 300 },
  ]) {
    const at = toImagePoint(drawn, point);
    expect(a * point.x + c * point.y + e).toBeCloseTo(wanted[0] * at.x + wanted[2] * at.y + wanted[4], 6);
    expect(b * point.x + d * point.y + f).toBeCloseTo(wanted[1] * at.x + wanted[3] * at.y + wanted[5], 6);
  }
});
