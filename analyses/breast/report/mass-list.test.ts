import { noHeader } from '@second-read/core/report/document';
import { describe, expect, it } from 'vitest';
import { earlierBreast as readingFromWire } from '../../../apps/server/src/modules/earlier/breast.ts';
import { toDocument } from './to-document.ts';

const two = ['comment:Mass 1: oval mass, 38 px.', 'comment:Mass 2: irregular mass, 23 px.'];
const read = (lines: readonly string[]) =>
  toDocument(
    readingFromWire({
      report_text: ['birads_cat:4', 'mass:1', ...lines, 'comment:Read from a single view.'],
    }),
    noHeader,
  );
const detailsOf = (document: ReturnType<typeof toDocument>) =>
  document.findings
    .find(({ type }) => type === 'mass')
    ?.details.filter(({ label }) => /^Mass \d/.test(label));

describe('several masses', () => {
  it('stand under the finding, all of them, and nowhere else', () => {
    const document = read(two);
    expect(detailsOf(document)).toEqual([
      { label: 'Mass 1', value: 'oval mass, 38 px.' },
      { label: 'Mass 2', value: 'irregular mass, 23 px.' },
    ]);
    expect(document.assessment?.comments).toEqual(['Read from a single view.']);
  });

  it('have their numbers at their places in the picture where the report stores them', () => {
    const placesOf = (lines: readonly string[]) =>
      read(lines).findings.find(({ type }) => type === 'mass')?.places;
    expect(placesOf([...two, 'mass_places:48.1,43.0;30.5,61.2'])).toEqual([
      { number: 1, x: 48.1, y: 43 },
      { number: 2, x: 30.5, y: 61.2 },
    ]);
    // Older reports, places that cannot be read, and one mass alone.
    expect(placesOf(two)).toBeUndefined();
    expect(placesOf([...two, 'mass_places:48.1,43.0'])).toBeUndefined();
    expect(placesOf([...two, 'mass_places:48.1,43.0;left,up'])).toBeUndefined();
    expect(placesOf([...two.slice(0, 1), 'mass_places:48.1,43.0'])).toBeUndefined();
  });

  it('are no list where there is one', () => {
    const document = read(two.slice(0, 1));
    expect(detailsOf(document)).toEqual([]);
    expect(document.assessment?.comments).toHaveLength(2);
  });
});
