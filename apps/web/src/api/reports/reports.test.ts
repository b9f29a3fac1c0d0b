import { manifest as breast } from '@second-read/analyses/breast/manifest';
import { reportHeader } from '@second-read/contract/paper/report-header';
import { reportReply } from '@second-read/contract/reports';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeServer, ok } from '../../testing/fake-server.ts';
import { fetchReports } from './reports.ts';

afterEach(() => vi.unstubAllGlobals());

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

const query = { manifest: breast, scope: 'my', page: 1, pageSize: 20, q: '' } as const;
const listed = async (items: unknown[]) => {
  fakeServer({ 'GET /api/breast_segmentation/my-reports/': ok({ count: items.length, results: items }) });
  return (await fetchReports(query)).results;
};

it('lists an item with the fields of the specification alone, also under a number', async () => {
  const specified = {
    ...{ id: 17, patient_id: 'P-1', analyzed_by: { full_name: 'Test Reader' } },
    ...{ original_image_url: '/a.png', segmented_image_url: '/b.png', report_text: ['birads_cat:2'] },
    created_at: '2026-03-01T10:00:00Z',
  };
  expect(await listed([specified])).toEqual(
    [{ ...specified, ...{ id: '17', module: 'breast', updated_at: specified.created_at } }].map((item) =>
      expect.objectContaining(item),
    ),
  );
});

it('keeps the list where an item is broken', async () => {
  const results = await listed([null, { id: 'breast-1' }, reply('', '')]);
  expect(results.map(({ id, unreadable }) => [id, unreadable])).toEqual([
    ['unreadable-1', true],
    ['unreadable-2', true],
    ['brain-1', undefined],
  ]);
});
