import type { ImagePlace, ReaderMeasurement } from '@second-read/core/review/measurements/reader-measurement';
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { newMeasurement } from '../measuring/measurement-shape.ts';
import { StackLook } from './stack-look.ts';
import { type KeptMeasurements, useKeptMeasurements } from './use-kept-measurements.ts';

afterEach(cleanup);

const files = ['slice-1', 'slice-2'];
const keys = {
  imageOf: (key: string) => (files.includes(key) ? { slice: files.indexOf(key) } : null),
  keyOf: ({ slice }: ImagePlace) => files[slice ?? -1] ?? null,
};
const points: [{ x: number; y: number }, { x: number; y: number }] = [
  { x: 0, y: 0 },
  { x: 3, y: 4 },
];
const stored = (id: string): ReaderMeasurement => ({
  ...{ id, image: { slice: 1 }, pixelMm: null, tool: 'length' },
  points,
});

function setUp(begin: Partial<KeptMeasurements> = {}) {
  const look = new StackLook();
  const sent: (ReaderMeasurement | string)[] = [];
  const onKeep = (measurement: ReaderMeasurement) => void sent.push(measurement);
  const onRemove = (id: string) => void sent.push(id);
  const none = { stored: [], canChoose: true, onKeep: () => null, onRemove: () => {}, onReturn: () => {} };
  const own = { onKeep, onRemove, keyImages: none };
  const state = { stored: [], isWriting: false, isSent: true, problem: null, ...own };
  const { rerender } = renderHook((kept: KeptMeasurements) => useKeptMeasurements(look, kept, keys), {
    initialProps: { ...state, ...begin },
  });
  const measure = (key: string) => {
    const made = newMeasurement('length', [
      [0, 0],
      [3, 4],
    ]);
    look.measurements.put(key, made);
    look.measurements.settle(key, { id: made.id, tool: 'length', pixelMm: null, points });
    return made.id;
  };
  return { look, sent, measure, next: (now: Partial<KeptMeasurements>) => rerender({ ...state, ...now }) };
}

describe('measurements on the images of a report', () => {
  it('are those of the report, on their image, fixed where the reader does not write', () => {
    const { look } = setUp({ stored: [stored('a')] });
    expect(look.measurements.on('slice-2')).toMatchObject([{ id: 'a', isFixed: true }]);
    expect(look.measurements.on('slice-1')).toEqual([]);
  });

  it('that were made before the review are kept with it once it begins, each once', () => {
    const { sent, measure, next } = setUp();
    const early = measure('slice-1');
    measure('elsewhere');
    expect(sent).toEqual([]);
    next({ isWriting: true });
    const late = measure('slice-2');
    next({ isWriting: true, isSent: false });
    expect(sent).toMatchObject([
      { id: early, image: { slice: 0 } },
      { id: late, image: { slice: 1 } },
    ]);
  });

  it('stay ahead of what the server said last, and go where it refused them', () => {
    const { look, measure, next, sent } = setUp({ isWriting: true });
    const id = measure('slice-1');
    next({ isWriting: true, isSent: false, stored: [stored('a')] });
    expect(look.measurements.on('slice-1')).toHaveLength(1);
    next({ isWriting: true, problem: 'The measurement lies outside of the image.' });
    expect(look.measurements.on('slice-1')).toEqual([]);
    look.measurements.remove('slice-1', id);
    expect(sent).toHaveLength(1);
  });
});
