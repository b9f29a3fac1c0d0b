import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { measuredLength } from './MeasureEnds.tsx';
import { useOutlineTools } from './outline-tools.ts';
import { type MarkedFinding, reviewMarks } from './review-marks.ts';

const picture = { width: 40, height: 20 };
const square = [
  { x: 10, y: 10 },
  { x: 14, y: 10 },
  { x: 14, y: 14 },
];

describe('the marks of a review', () => {
  const finding = (id: string, more: Partial<MarkedFinding> = {}): MarkedFinding => ({
    ...{ id, label: id, colour: '#E69F00', state: 'machine', outline: null },
    ...more,
  });
  // Half the size of the picture, class 3 in two pixels of its second row.
  const labels = { width: 20, height: 10, data: new Uint8Array(200) };
  labels.data.fill(3, 22, 24);
  const drawn = [{ id: 'nodule-1', classNumber: 3, box: null }];

  it("are the machine's pixels in place, and a reader's outline instead where there is one", () => {
    const marks = reviewMarks(
      [finding('nodule-1'), finding('nodule-2', { outline: square })],
      { labels, drawn },
      picture,
    );
    expect(marks.map(({ id, box, scale }) => [id, box, scale])).toEqual([
      ['nodule-1', { x: 4, y: 2, width: 4, height: 2 }, { x: 2, y: 2 }],
      ['nodule-2', { x: 10, y: 10, width: 4, height: 4 }, { x: 1, y: 1 }],
    ]);
    expect(marks[1]?.path).toBe('M10 10L14 10L14 14Z');
  });

  it('leave out what lies nowhere', () => {
    expect(reviewMarks([finding('nodule-9')], { labels, drawn }, picture)).toEqual([]);
    expect(reviewMarks([finding('nodule-1')], null, picture)).toEqual([]);
  });
});

describe('the tools of an outline', () => {
  it('take back vertices first, then what was drawn, and bring it back', () => {
    const { result } = renderHook(() => useOutlineTools(null, picture));
    const put = (x: number, y: number) => act(() => result.current.addVertex({ x, y }));
    for (const { x, y } of square) put(x, y);
    expect(result.current.drawn).toBeNull();
    act(() => result.current.closePolygon?.());
    expect(result.current.drawn?.parts).toBe(1);
    put(1, 1);
    put(-5, 90);
    expect(result.current.pending.at(-1)).toEqual({ x: 0, y: 20 });
    act(() => result.current.undo?.());
    act(() => result.current.undo?.());
    expect(result.current.pending).toEqual([]);
    expect(result.current.drawn).not.toBeNull();
    act(() => result.current.undo?.());
    expect(result.current.drawn).toBeNull();
    expect(result.current.undo).toBeNull();
    act(() => result.current.redo?.());
    expect(result.current.drawn?.parts).toBe(1);
  });

  it('paint and erase', () => {
    const { result } = renderHook(() => useOutlineTools(null, picture));
    act(() => result.current.drawing.stroke([{ x: 20, y: 10 }], { radius: 4, erases: false }));
    expect(result.current.drawn?.outline.length).toBeGreaterThan(4);
    act(() => result.current.drawing.stroke([{ x: 20, y: 10 }], { radius: 9, erases: true }));
    expect(result.current.drawn).toBeNull();
  });
});

it('a line is measured in millimeters where the size of a pixel is known, else in pixels', () => {
  const ends = [
    { x: 0, y: 0 },
    { x: 6, y: 8 },
  ] as const;
  expect(measuredLength(ends, { x: 0.5, y: 0.5 })).toEqual({ value: 5, unit: 'mm' });
  expect(measuredLength(ends, null)).toEqual({ value: 10, unit: 'px' });
});
