// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { showPreferences } from '../preferences.ts';
import { formatDate, formatExam } from './format-date.ts';

const noon = new Date(2026, 10, 24, 12, 5).toISOString();

afterEach(() => showPreferences({}));

describe('dates', () => {
  it.each([
    ['iso', '2026-11-24 12:05', '2026-11-24'],
    ['day_first', '24 Nov 2026, 12:05', '24 Nov 2026'],
    ['month_first', 'Nov 24, 2026, 12:05 PM', 'Nov 24, 2026'],
  ] as const)('are written as the account has it: %s', (date_format, moment, day) => {
    showPreferences({ date_format });
    // Which space stands before PM depends on the version of the language data.
    expect(formatDate(noon).replaceAll('\u202f', ' ')).toBe(moment);
    expect(formatExam({ date: '2026-11-24' })).toBe(day);
  });

  it('of an exam stay in the time of the scanner', () => {
    showPreferences({ date_format: 'iso' });
    expect(formatExam({ date: '2026-11-24', time: '23:59' })).toBe('2026-11-24 23:59');
  });

  it('stay what they are where they are none', () => {
    expect([formatDate('soon'), formatExam({ date: 'unknown' })]).toEqual(['soon', 'unknown']);
  });
});
