import { reportReply } from '@second-read/contract/reports';
import { expect, it } from 'vitest';
import { reportHeader } from './reports.ts';

const reply = (full_name: string, username: string) =>
  reportReply.parse({
    id: 'brain-1',
    module: 'brain-ct',
    patient_id: '0042',
    created_at: '2026-03-01T10:00:00Z',
    updated_at: '2026-03-01T10:00:00Z',
    analyzed_by: { full_name, username },
    study: { width: 1, height: 1, format: 'png', bits_stored: 8, spacing_mm: null },
  });

it('names the reader by full name, else by user name, else not at all', () => {
  expect(reportHeader(reply('Test Reader', 'reader')).analysedBy).toBe('Test Reader');
  expect(reportHeader(reply('', 'reader')).analysedBy).toBe('reader');
  expect(reportHeader(reply('', '')).analysedBy).toBeNull();
});

it.each([
  [{ patient_age: '054Y', patient_sex: 'F' }, '54 years, female'],
  [{ patient_age: '001M' }, '1 month'],
  [{ patient_sex: 'O' }, 'other sex'],
  [{ patient_age: 'old' }, undefined],
  [{}, undefined],
] as const)('says age and sex in words, where the site keeps them: %j', (facts, words) => {
  const known = reply('', '');
  expect(reportHeader({ ...known, study: { ...known.study, ...facts } }).person).toBe(words);
});
