import { describe, expect, it } from 'vitest';
import { boxesOf, type SeriesText, slicesToSearch } from './series-text.ts';
import { textWords } from './text-words.ts';

const series = (count: number, ...saying: number[]) =>
  Array.from({ length: count }, (_, at) => ({ saysBurnedIn: saying.includes(at + 1) }));

describe('slices that are searched before a series is sent', () => {
  it('are the first, the middle and the last one', () => {
    expect(slicesToSearch(series(9))).toEqual([1, 5, 9]);
    expect(slicesToSearch(series(2))).toEqual([1, 2]);
  });

  it('and, where only others say that they hold text, the first of those', () => {
    expect(slicesToSearch(series(9, 3, 4))).toEqual([1, 3, 5, 9]);
    expect(slicesToSearch(series(9, 5, 6))).toEqual([1, 5, 9]);
  });
});

describe('the boxes of a series', () => {
  const name = { x: 4, y: 4, width: 100, height: 20 };
  const boxes = (...each: (typeof name)[]) => ({ boxes: each });

  it('are one where slices have text at the same place, wide enough for all of them', () => {
    const longer = { x: 2, y: 5, width: 120, height: 20 };
    expect(boxesOf([boxes(name), boxes(longer)])).toEqual([{ x: 2, y: 4, width: 120, height: 21 }]);
  });

  it('stay apart where the text is elsewhere', () => {
    const date = { x: 4, y: 26, width: 100, height: 20 };
    expect(boxesOf([boxes(name, date), boxes(date), boxes()])).toEqual([name, date]);
  });
});

describe('what is said of text in a series', () => {
  const picture = { width: 9, height: 9, boxes: [], stated: false, preview: '' };
  const text = (changes: Partial<SeriesText> = {}): SeriesText => ({
    ...{ looked: true, searched: [1, 5, 9], unreadable: [], pictures: [] },
    ...changes,
  });
  const words = (found: SeriesText, stated = 0) => textWords(found, { stated, count: 9, noun: 'slice' });

  it('names the slices that were searched, and that the others were not', () => {
    expect(words(text())).toBe(
      'No text was found in slices 1, 5 and 9. The others are not searched, and what is not found may still be there.',
    );
  });

  it('tells what the files say from what was found', () => {
    expect(
      words(text({ pictures: [{ ...picture, slice: 1, boxes: [{ x: 1, y: 1, width: 2, height: 2 }] }] })),
    ).toBe('Text was found in slice 1 of 1, 5 and 9, and it may name the patient.');
    expect(words(text(), 9)).toBe(
      'All 9 slices say that text is burned into them, and it may name the patient. None was found in slices 1, 5 and 9 automatically: look at the image.',
    );
    expect(words(text(), 1)).toMatch(/^1 of 9 slices says that text is burned into it/);
  });

  it('says where nothing was looked for, and which files could not be read', () => {
    expect(words(text({ looked: false }), 2)).toBe(
      '2 of 9 slices say that text is burned into them, and it may name the patient. This server keeps uploads as received: it does not search for text and masks none.',
    );
    expect(words(text({ unreadable: [5] }))).toContain('Slice 5 could not be read, and was not searched.');
  });
});
