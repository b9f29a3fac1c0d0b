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
