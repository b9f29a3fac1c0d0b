import { moduleOf } from '@second-read/analyses/catalogue';
import { anyReadingOf, readingOf } from '@second-read/analyses/stored-reading';
import { anyReading } from '@second-read/core/reading/reading';
import type { Change } from '@second-read/core/review/change';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeRoute, fakeServer, ok } from '../../../testing/fake-server.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { DetailsScreen } from './DetailsScreen.tsx';

const reportText = [
  ...['birads_cat:4', 'mass:1', 'mass_confidence:87.4', 'mass_shape:3', 'axilla_findings:0'],
  ...['calcification:1', 'calcification_confidence:61', 'acr_breast_density:2'],
];
const stored = {
  id: 'breast-7',
  module: 'breast',
  patient_id: '0042',
  created_at: '2026-03-01T10:00:00Z',
  updated_at: '2026-03-01T10:00:00Z',
  analyzed_by: { full_name: 'Test Reader', username: 'reader' },
  study: { width: 10, height: 10, format: 'png', bits_stored: 8, spacing_mm: null, exam_date: '20260228' },
  original_image_url: '/media/original.png',
  report_text: reportText,
};
const reading = readingOf({ module: 'breast', wire: { report_text: reportText } });

/** A server that keeps the review as the real one does, as far as these screens ask. */
let review: Record<string, unknown>;
let sent: unknown[];
let extra: Record<string, unknown>;
beforeEach(() => {
  sent = [];
  extra = {};
  review = {
    ...{ report_id: 'breast-7', module: 'breast', state: 'in_review', version: 1, etag: '1.1' },
    held_by: { full_name: 'Test Reader', username: 'reader', until: '2026-03-01T10:15:00Z' },
    ...{ mine: true, machine: reading, current: reading, wire: { report_text: reportText } },
    ...{
      written: {},
      outlines: {},
      measurements: [],
      key_images: [],
      decisions: {},
      category: null,
      changes: [],
      used_ids: [],
    },
    ...{ can_undo: false, can_redo: false, allowed: ['change', 'release', 'sign'] },
    review: moduleOf('breast').review?.fields,
  };
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const change: FakeRoute = ({ body }) => {
  const { changes } = body as { changes: Change[] };
  sent.push(...changes);
  const decided = changes.flatMap((each) =>
    each.kind === 'accept'
      ? [[each.finding, { decision: 'accepted' }]]
      : each.kind === 'reject'
        ? [[each.finding, { decision: 'rejected', reason: each.reason }]]
        : [],
  );
  const decisions = { ...(review.decisions as object), ...Object.fromEntries(decided) };
  review = { ...review, etag: `1.${sent.length + 1}`, decisions };
  return { status: 200, body: review };
};
const sign: FakeRoute = ({ body }) => {
  sent.push(body);
  review = { ...review, state: 'signed', mine: false, held_by: null, allowed: ['amend', 'withdraw'] };
  return { status: 200, body: review };
};

async function open() {
  const calls = fakeServer({
    'GET /api/breast_segmentation/reports/breast-7/': ok({ ...stored, ...extra }),
    'GET /api/reports/breast-7/reviews/current/': () => ({ status: 200, body: review }),
    'PATCH /api/reports/breast-7/reviews/current/': change,
    'POST /api/reports/breast-7/sign/': sign,
    'DELETE /api/reports/breast-7/sign/': () => {
      review = { ...review, state: 'in_review', mine: true, allowed: ['change', 'release', 'sign'] };
      return { status: 200, body: review };
    },
    'POST /api/reports/breast-7/amendments/': ({ body }) => {
      sent.push(body);
      return { status: 200, body: { ...review, state: 'in_review', version: 2, mine: true } };
    },
    'GET /api/organization/settings/': ok({ etag: '1', name: 'Clinic', settings: {} }),
    'GET /api/worklist/': ok({ items: [], next: null }),
  });
  renderApp([{ path: '/analysis/:id', Component: DetailsScreen }], '/analysis/breast-7');
  await screen.findByRole('region', { name: 'Review' });
  return calls;
}

const signButton = () => within(screen.getByRole('dialog')).getByRole('button', { name: 'Sign' });
const factOf = (term: string) =>
  within(screen.getByRole('dialog')).getByText(term).nextElementSibling?.textContent;

describe('signing', () => {
  it('names what is signed, and signs undecided findings only once they are confirmed', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Sign report' }));
    await screen.findByRole('dialog');
    expect([factOf('Patient'), factOf('Module')]).toEqual(['0042', moduleOf('breast').manifest.title]);
    expect(factOf('Category')).toBe('BI-RADS 4: Suspicious');
    expect(factOf('Findings')).toBe('0 accepted, 0 rejected, 2 undecided');
    expect(signButton().hasAttribute('disabled')).toBe(true);
    await userEvent.click(screen.getByRole('checkbox', { name: /^Accept all remaining: .*Mass/ }));
    await userEvent.click(signButton());
    await waitFor(() => expect(sent).toEqual([{ accept_remaining: true }]));
    expect(await screen.findByText('0042 is signed.')).toBeTruthy();
    await userEvent.click(
      within(screen.getByText('0042 is signed.').parentElement as HTMLElement).getByRole('button', {
        name: 'Undo',
      }),
    );
    await waitFor(() => expect(screen.queryByText('0042 is signed.')).toBeNull());
    expect(screen.getByRole('button', { name: 'Sign report' })).toBeTruthy();
  });

  it("names the reader's conclusion while the machine's is on screen", async () => {
    const text = 'Cyst, known for years.';
    const made = { id: crypto.randomUUID(), kind: 'write', section: 'impression', text };
    const mark = { by: { id: 'u1', name: 'Test Reader' }, at: '2026-03-01T10:05:00Z' };
    review = {
      ...{ ...review, changes: [{ ...made, ...mark }], written: { impression: text } },
      current: anyReadingOf(
        readingOf({ module: 'breast', wire: { report_text: ['birads_cat:2', 'acr_breast_density:2'] } }),
      ),
    };
    await open();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Show the AI result' }));
    await userEvent.click(screen.getByRole('button', { name: 'Sign report' }));
    await screen.findByRole('dialog');
    expect([factOf('Category'), factOf('Conclusion')]).toEqual(['BI-RADS 2: Benign finding', text]);
  });

  it('is done by keys: a finding accepted, one rejected by the digit of its reason, signed', async () => {
    await open();
    fireEvent.keyDown(document.body, { key: 'a' });
    await waitFor(() => expect(sent).toMatchObject([{ kind: 'accept' }]));
    await screen.findByText('Accepted', { exact: true });
    fireEvent.keyDown(document.body, { key: 'x' });
    fireEvent.keyDown(document.body, { key: '2' });
    await waitFor(() => expect(sent).toMatchObject([{}, { kind: 'reject', reason: 'normal_structure' }]));
    await screen.findByText('Rejected: Normal structure');
    fireEvent.keyDown(document.body, { key: 's' });
    await screen.findByRole('dialog');
    expect(factOf('Findings')).toBe('1 accepted, 1 rejected, 0 undecided');
    await userEvent.click(signButton());
    await waitFor(() => expect(sent.at(-1)).toEqual({ accept_remaining: false }));
  });

  it('adds a finding under an id that no version had', async () => {
    review = { ...review, used_ids: ['mass-1', 'mass-7'] };
    await open();
    const type = await screen.findByRole('combobox', { name: 'Add a finding' });
    await userEvent.selectOptions(type, 'mass');
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(sent).toMatchObject([{ kind: 'add', finding: { id: 'mass-8' } }]));
  });

  it('opens at the first click after typing in a field, and signs with what was typed', async () => {
    await open();
    await userEvent.type(screen.getByRole('textbox', { name: 'Comparison' }), 'None.');
    await userEvent.click(screen.getByRole('button', { name: 'Sign report' }));
    expect(await screen.findByRole('dialog')).toBeTruthy();
    await waitFor(() =>
      expect(sent).toMatchObject([{ kind: 'write', section: 'comparison', text: 'None.' }]),
    );
  });

  it('shows what another tab wrote without a reload', async () => {
    await open();
    review = { ...review, etag: '1.9', written: { comparison: 'Theirs.' } };
    const tab = new BroadcastChannel('second-read-reviews');
    tab.postMessage('breast-7');
    await waitFor(() => expect(screen.getByDisplayValue('Theirs.')).toBeTruthy());
    tab.close();
  });

  it('asks again once there is another finding than those that were to be accepted', async () => {
    review = { ...review, current: { ...reading, findings: anyReading.parse(reading).findings.slice(0, 1) } };
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Sign report' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: /^Accept all remaining/ }));
    expect(signButton().hasAttribute('disabled')).toBe(false);
    review = { ...review, etag: '1.9', current: reading };
    const tab = new BroadcastChannel('second-read-reviews');
    tab.postMessage('breast-7');
    await waitFor(() => expect(factOf('Findings')).toContain('2 undecided'));
    expect(signButton().hasAttribute('disabled')).toBe(true);
    tab.close();
  });

  it('is refused under a generated patient ID', async () => {
    extra = { patient_id_generated: true };
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Sign report' }));
    await screen.findByRole('dialog');
    expect(factOf('Patient')).toBe('0042 (generated ID)');
    expect(screen.getByRole('alert').textContent).toContain('was generated by this program');
    await userEvent.click(screen.getByRole('checkbox', { name: /^Accept all remaining/ }));
    expect(signButton().hasAttribute('disabled')).toBe(true);
  });

  it('is amended for a reason', async () => {
    review = { ...review, state: 'signed', mine: false, held_by: null, allowed: ['amend', 'withdraw'] };
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Amend' }));
    await userEvent.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Wrong side.{Enter}');
    await waitFor(() => expect(sent).toEqual([{ reason: 'Wrong side.' }]));
  });
});
