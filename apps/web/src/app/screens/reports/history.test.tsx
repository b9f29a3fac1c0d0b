import type { ReportReply } from '@second-read/contract/reports';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type FakeReply, type FakeRoute, fakeServer, ok } from '../../../testing/fake-server.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { HistoryScreen } from './HistoryScreen.tsx';

const myBreast = 'GET /api/breast_segmentation/my-reports/';

function report(id: string, part: Partial<ReportReply> = {}): ReportReply {
  return {
    id,
    module: 'breast',
    patient_id: 'P-17',
    created_at: '2026-03-01T10:00:00Z',
    updated_at: '2026-03-01T10:00:00Z',
    analyzed_by: { full_name: 'Test Reader', username: 'reader' },
    study: { width: 10, height: 10, format: 'png', bits_stored: 8, spacing_mm: null },
    original_image_url: '/media/original.png',
    segmented_image_url: '/media/segmented.png',
    report_text: [
      'acr_breast_density:2',
      'birads_cat:4',
      'mass:1',
      'mass_confidence:87.4',
      'axilla_findings:0',
      'calcification:0',
    ],
    ...part,
  };
}

const pageOf = (results: ReportReply[], count = results.length) => ({
  count,
  page: 1,
  page_size: 20,
  results,
});

/** A random name in place of what was searched for. */
const named = /^\?type=breast&search=[a-z0-9]{1,6}$/;

/** Without those for the counts of the filters. */
const listed = (calls: readonly string[]) => calls.filter((call) => !call.startsWith('GET /api/reports/'));

function open(address = '/analysis-history?type=breast') {
  return renderApp([{ path: '/analysis-history', Component: HistoryScreen }], address);
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the analysis history', () => {
  it('reads "Loading..." while fetching', () => {
    fakeServer({ [myBreast]: () => 'never' });
    open();
    expect(screen.getByText('Loading...')).toBeTruthy();
  });

  it('reads "No reports found." when there are none', async () => {
    fakeServer({ [myBreast]: ok(pageOf([])) });
    open();
    expect(await screen.findByText('No reports found.')).toBeTruthy();
  });

  it('says that older reports were not searched, where there are more than it looks at', async () => {
    const facets = { module: [], state: [], urgency: [], uploaded_by: [], signed_by: [] };
    fakeServer({ 'GET /api/reports/': ok({ ...pageOf([]), has_more: true, facets }) });
    open('/analysis-history?q=nodule');
    expect(await screen.findByText('No reports found among the newest 3,000.')).toBeTruthy();
  });

  it('says what to do where there are none, and where none matches the search', async () => {
    const none = ok(pageOf([]));
    fakeServer({ [myBreast]: none, 'GET /api/breast_segmentation/all-reports/': none });
    const { router } = open('/analysis-history?type=breast&q=P-1');
    await waitFor(() => expect(router.state.location.search).toMatch(named));
    expect(await screen.findByText('Nothing matches “P-1” in My Reports of this type.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Clear the search' }));
    expect(await screen.findByText(/You have no reports of this type yet/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Analyze an image' }).getAttribute('href')).toBe(
      '/breast-analysis',
    );
  });

  it('offers the two specified types first, then Lung and Cervix, and My or All Reports', () => {
    fakeServer({ [myBreast]: () => 'never' });
    open();
    const options = (label: string) =>
      within(screen.getByLabelText(label))
        .getAllByRole('option')
        .map((option) => option.textContent);
    expect(options('Analysis type')).toEqual([
      'All types',
      'Breast Segmentation Analysis',
      'Brain Classification Analysis',
      'Lung Segmentation Analysis',
      'Cervix Segmentation Analysis',
    ]);
    expect(options('Reports')).toEqual(['My Reports', 'All Reports']);
    expect(screen.getByPlaceholderText('Search by Patient ID')).toBeTruthy();
  });

  it('says in every row what was found and how urgent it is', async () => {
    const lists = {
      'brain-ct': [
        'brain_ct',
        { haemorrhage: 'Suspected on the left (probability 91 %)', haemorrhage_confidence: 91 },
      ],
      lung: ['lung_segmentation', { report_text: ['nodule:1', 'nodule_confidence:62'] }],
      cervix: ['cervix-segmentation', { findings: [] }],
    } as const;
    const expected = {
      // Of another server: its words are not read.
      'brain-ct': 'Not assessedNo conclusion',
      lung: 'FindingNodule 62.0 %',
      cervix: 'Not assessedNo conclusion',
    };
    for (const [module, [path, wire]] of Object.entries(lists)) {
      const reply = {
        ...report(`r-${module}`, wire as Partial<ReportReply>),
        module: module as ReportReply['module'],
      };
      fakeServer({ [`GET /api/${path}/my-reports/`]: ok(pageOf([reply])) });
      open(`/analysis-history?type=${module}`);
      const row = await screen.findByRole('article');
      expect(row.querySelector('[data-severity]')?.textContent).toBe(
        expected[module as keyof typeof expected],
      );
      cleanup();
    }
  });

  it('says Unknown where nobody knows who analyzed a report, and shows the others all the same', async () => {
    const nobody = { ...report('breast-1'), analyzed_by: null };
    fakeServer({ [myBreast]: ok(pageOf([nobody, report('breast-2')])) });
    open();
    const card = await screen.findByRole('article', { name: 'Report breast-1' });
    expect(within(card).getByText('Unknown')).toBeTruthy();
    expect(screen.getByRole('article', { name: 'Report breast-2' })).toBeTruthy();
  });

  it('says of a broken item that it cannot be shown, without a category, and shows the others', async () => {
    fakeServer({
      [myBreast]: ok({ ...pageOf([report('breast-1')]), results: [{ id: 7 }, report('breast-1')] }),
    });
    open();
    const broken = await screen.findByRole('article', { name: 'Report unreadable-1' });
    expect(broken.textContent).toContain('This report cannot be shown');
    expect(broken.textContent).not.toMatch(/BI-RADS|Pending/);
    expect(within(broken).queryByRole('button')).toBeNull();
    expect(screen.getByRole('article', { name: 'Report breast-1' })).toBeTruthy();
  });

  it('shows a card per report with patient, who analysed it and its id', async () => {
    fakeServer({
      [myBreast]: ok(
        pageOf([
          report('breast-1'),
          report('breast-2', { analyzed_by: { full_name: '', username: 'x' }, patient_id: 'P-18' }),
        ]),
      ),
    });
    open();
    const [first, second] = await screen.findAllByRole('article', { name: /^Report / });
    const textOf = (card: HTMLElement | undefined) => card?.textContent ?? '';
    expect(textOf(first)).toMatch(/PatientP-17.*Analyzed ByTest Reader.*Report IDbreast-1/);
    expect(textOf(second)).toMatch(/PatientP-18.*Analyzed ByUnknown.*Report IDbreast-2/);
  });

  it.each([
    ['a bare array', (results: ReportReply[]) => results],
    ['wrapped in results', (results: ReportReply[]) => ({ results })],
    ['wrapped in data', (results: ReportReply[]) => ({ data: results })],
  ])('reads a list that is %s', async (_, wrap) => {
    fakeServer({ [myBreast]: ok(wrap([report('breast-1')])) });
    open();
    expect(await screen.findByRole('article', { name: 'Report breast-1' })).toBeTruthy();
  });

  it('expands a card to its pictures and findings, and hides them again', async () => {
    fakeServer({ [myBreast]: ok(pageOf([report('breast-1')])) });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Expand' }));
    expect(screen.getByRole('img', { name: 'Original Image' }).getAttribute('src')).toBe(
      '/media/original.png',
    );
    expect(screen.getByRole('img', { name: 'Segmented Image' }).getAttribute('src')).toBe(
      '/media/segmented.png',
    );
    expect(screen.getByText('87.4 %')).toBeTruthy();
    expect(screen.getByText(/^ACR [a-d]: /)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Hide' }));
    expect(screen.queryByRole('img', { name: 'Original Image' })).toBeNull();
  });

  it('says that it failed, with Retry, instead of claiming there are no reports', async () => {
    let reply: FakeReply = 'no response';
    fakeServer({ [myBreast]: () => reply });
    open();
    await waitFor(() =>
      expect(screen.getByRole('status').textContent).toContain('The reports could not be loaded.'),
    );
    expect(screen.queryByText('No reports found.')).toBeNull();
    reply = { status: 200, body: pageOf([report('breast-1')]) };
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('article', { name: 'Report breast-1' })).toBeTruthy();
  });

  it('asks once typing rests, trimmed, and keeps the search, but not in the address', async () => {
    const calls = fakeServer({ [myBreast]: ok(pageOf([])) });
    const { router } = open('/analysis-history?type=breast&page=3');
    await userEvent.type(screen.getByLabelText(/^Search by Patient ID/), ' p-1 ');
    await waitFor(() => expect(router.state.location.search).toMatch(named));
    await waitFor(() => expect(listed(calls).at(-1)).toBe(`${myBreast}?page=1&page_size=20&q=p-1`));
    expect(listed(calls)).toHaveLength(2);
  });

  it('searches at once on Enter and clears on Escape', async () => {
    fakeServer({ [myBreast]: ok(pageOf([])) });
    const { router } = open();
    await userEvent.type(screen.getByLabelText(/^Search by Patient ID/), 'p{Enter}');
    expect(router.state.location.search).toMatch(named);
    await userEvent.keyboard('{Escape}');
    expect(router.state.location.search).toBe('?type=breast');
  });

  it('takes type, scope and page from the address', async () => {
    const all = 'GET /api/brain_ct/all-reports/';
    const calls = fakeServer({ [all]: ok({ ...pageOf([], 45), page: 2 }) });
    open('/analysis-history?type=brain-ct&scope=all&page=2');
    await waitFor(() => expect(listed(calls)).toEqual([`${all}?page=2&page_size=20&q=`]));
    expect(await screen.findByText('Page 2 of 3')).toBeTruthy();
  });

  it('leads to the next page', async () => {
    fakeServer({ [myBreast]: ok(pageOf([report('breast-1')], 21)) });
    const { router } = open();
    await userEvent.click(await screen.findByRole('button', { name: 'Next' }));
    expect(router.state.location.search).toBe('?type=breast&page=2');
  });

  it('says that there are more than were counted, and goes on after the last report of a numbered stretch', async () => {
    const full = Array.from({ length: 20 }, (_, at) => report(`breast-${at}`));
    const calls = fakeServer({ [myBreast]: ok({ ...pageOf(full, 1_000), has_more: true }) });
    const { router } = open('/analysis-history?type=breast&page=49');
    expect(await screen.findByText('1,000+ reports')).toBeTruthy();
    expect(screen.getByText('Page 49 of 50+')).toBeTruthy();
    const next = screen.getByRole('button', { name: 'Next' });
    await userEvent.click(next);
    expect(router.state.location.search).toBe('?type=breast&page=50');
    await waitFor(() => expect(listed(calls).at(-1)).toBe(`${myBreast}?page=50&page_size=20&q=`));
    await waitFor(() => expect(next.hasAttribute('disabled')).toBe(false));
    await userEvent.click(next);
    expect(router.state.location.search).toBe('?type=breast&page=51&after=breast-19');
    await waitFor(() =>
      expect(listed(calls).at(-1)).toBe(`${myBreast}?page=1&page_size=20&q=&after=breast-19`),
    );
    expect(screen.getByText('Page 51')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Previous' }));
    expect(router.state.location.search).toBe('?type=breast&page=50');
  });

  it('begins at the first page again when something else is looked for far down', async () => {
    fakeServer({ [myBreast]: ok(pageOf([])) });
    const { router } = open('/analysis-history?type=breast&page=51&after=breast-19');
    await userEvent.type(screen.getByLabelText(/^Search by Patient ID/), 'p{Enter}');
    expect(router.state.location.search).toMatch(named);
  });

  it('takes no page from the address that no report leads to', async () => {
    const calls = fakeServer({ [myBreast]: ok({ ...pageOf([], 1_000), has_more: true }) });
    open('/analysis-history?type=breast&page=51');
    await waitFor(() => expect(listed(calls)).toEqual([`${myBreast}?page=50&page_size=20&q=`]));
    expect(await screen.findByText('No further reports.')).toBeTruthy();
  });

  it('shows the reports of all types, narrowed by what they have, with counts', async () => {
    const facets = {
      state: [
        { value: 'signed', label: 'Signed', count: 2 },
        { value: 'preliminary', label: 'Preliminary', count: 1 },
      ],
      ...{ module: [], urgency: [], uploaded_by: [], signed_by: [] },
    };
    const every: FakeRoute = ({ url }) => {
      const isSigned = url.searchParams.get('state') === 'signed';
      const results = [report('breast-1'), report('lung-1', { module: 'lung', report_text: ['nodule:0'] })];
      return { status: 200, body: { ...pageOf(isSigned ? results.slice(0, 1) : results), facets } };
    };
    fakeServer({ 'GET /api/reports/': every });
    const { router } = open('/analysis-history');
    expect(await screen.findByRole('article', { name: 'Report lung-1' })).toBeTruthy();
    const state = await screen.findByLabelText('State');
    await screen.findByRole('option', { name: 'Signed (2)' });
    await userEvent.selectOptions(state, 'Signed (2)');
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Report lung-1' })).toBeNull());
    expect(screen.getByRole('article', { name: 'Report breast-1' })).toBeTruthy();
    expect(router.state.location.search).toBe('?state=signed');
    expect(screen.getByLabelText(/report ID or words of the conclusion$/)).toBeTruthy();
  });

  it('shows the reports of some days, which the address keeps; what is no day is passed over', async () => {
    const facets = { module: [], state: [], urgency: [], uploaded_by: [], signed_by: [] };
    const calls = fakeServer({ 'GET /api/reports/': ok({ ...pageOf([report('breast-1')]), facets }) });
    const { router } = open('/analysis-history?exam_to=2026-03-31&from=yesterday');
    expect(await screen.findByRole('article', { name: 'Report breast-1' })).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Exam from'), { target: { value: '2026-03-01' } });
    await waitFor(() =>
      expect(router.state.location.search).toBe('?exam_to=2026-03-31&exam_from=2026-03-01'),
    );
    await waitFor(() => expect(calls.at(-1)).toContain('exam_from=2026-03-01&exam_to=2026-03-31'));
    expect(calls.some((url) => url.includes('yesterday'))).toBe(false);
  });
});
