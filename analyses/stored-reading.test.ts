import { describe, expect, it } from 'vitest';
import { moduleOf } from './catalogue.ts';
import { readingOf, urgencyOf } from './stored-reading.ts';

const clear = { report_text: ['nodule:0', 'ground_glass:0', 'consolidation:0'] };
const nodule = { report_text: ['nodule:1', 'nodule_confidence:80'] };
const stored = moduleOf('lung').reading.readingFromWire(nodule);

describe('what a report says in codes', () => {
  it('is the stored reading, whatever the reply is worded like', () => {
    const report = { module: 'lung', wire: clear, reading: JSON.parse(JSON.stringify(stored)) };
    expect(readingOf(report)).toEqual(stored);
    expect(urgencyOf(readingOf(report))).toEqual({ value: 80, level: 'finding', words: 'Nodule 80.0 %' });
  });

  it.each([
    ['without one', undefined],
    ['with null', null],
    ['with one of another version', { ...stored, findings: 'as before' }],
  ])('is what the reply tells, of a report %s', (_name, reading) => {
    expect(urgencyOf(readingOf({ module: 'lung', wire: nodule, reading })).value).toBe(80);
  });
});
