// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { showPreferences } from '../preferences.ts';
import { areaWords, inUnits, lengthWords } from './lengths.ts';

afterEach(() => showPreferences({}));

describe('lengths', () => {
  it('are millimeters as long as an account asks for nothing else', () => {
    expect([lengthWords(12.34), areaWords(98.12)]).toEqual(['12.3 mm', '98.1 mm²']);
    expect(inUnits('Mass of 12.3 mm.')).toBe('Mass of 12.3 mm.');
  });

  it('stay on one line with a percent sign', () => {
    expect(inUnits('No mass (model score 54.0 %).')).toBe('No mass (model score 54.0\u00a0%).');
  });

  it('lose no digit as centimeters', () => {
    showPreferences({ units: 'cm' });
    expect([lengthWords(12.34), areaWords(98.12)]).toEqual(['1.23 cm', '0.981 cm²']);
  });

  it.each([
    ['Mass of 12.3 mm at 3 o’clock.', 'Mass of 1.23 cm at 3 o’clock.'],
    ['The largest is 14 mm, the next 5 mm.', 'The largest is 1.4 cm, the next 0.5 cm.'],
    ['Nodule, 12 × 9 mm.', 'Nodule, 1.2 × 0.9 cm.'],
    ['Grown from 5.0 to 7.2 mm.', 'Grown from 0.50 to 0.72 cm.'],
    ['Area 120 mm², smaller than 6 mm.', 'Area 1.20 cm², smaller than 0.6 cm.'],
    ['Volume 1,200 mm³ of 3 nodules.', 'Volume 1,200 mm³ of 3 nodules.'],
    ['Read from 40 slices of 1.25 mm.', 'Read from 40 slices of 1.25 mm.'],
    [
      'Slices 5.0 mm apart: nodules below 5 mm may be missed.',
      'Slices 5.0 mm apart: nodules below 5 mm may be missed.',
    ],
    ['Nodule of 8 mm, best on slice 23.', 'Nodule of 0.8 cm, best on slice 23.'],
    ['MIP slab 10 mm thick.', 'MIP slab 10 mm thick.'],
    ['No pixel size: 31 px.', 'No pixel size: 31 px.'],
  ])('of a report are shown as centimeters: %s', (written, shown) => {
    showPreferences({ units: 'cm' });
    expect(inUnits(written)).toBe(shown);
  });
});
