import { breastDocument, header } from '@second-read/contract/paper/pdf-samples.test-support';
import type { ReportReply } from '@second-read/contract/reports';
import { hostileTexts } from '@second-read/core/report/hostile-texts.test-support';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Details } from '../../../features/details/Details.tsx';
import { HistoryCard } from '../../../features/history/HistoryCard.tsx';
import { renderApp } from '../../../testing/render-app.tsx';

afterEach(cleanup);

function factOf(term: string): string | null {
  return screen.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent ?? null;
}

/** What of the typed text became part of the page. */
const intruders = () => document.querySelectorAll('main script, [onerror], img[src="x"], iframe').length;

describe('a text that somebody typed', () => {
  it.each(hostileTexts)('%j stands in the history as text', (typed, shown) => {
    const reply = {
      id: 'breast-1',
      patient_id: typed,
      analyzed_by: { full_name: typed, username: 'reader' },
      study: { width: 10, height: 10, format: 'png', bits_stored: 8, spacing_mm: null },
      created_at: '2026-01-01T10:00:00.000Z',
    } as unknown as ReportReply;
    const card = (
      <HistoryCard
        badge={null}
        picture={undefined}
        isShown={() => true}
        reply={reply}
        renderReport={() => null}
        onDownload={async () => {}}
      />
    );
    renderApp([{ path: '/', element: card }], '/');
    expect([factOf('Patient'), factOf('Analyzed By')]).toEqual([shown, shown]);
    expect(intruders()).toBe(0);
  });

  it.each(hostileTexts)('%j stands in the details as text', (typed, shown) => {
    const report = { ...breastDocument, header: { ...header, patientId: typed, analysedBy: typed } };
    const props = {
      images: {},
      colours: [],
      seriesTo: null,
      ratio: 1,
      isDemo: false,
      back: { to: '/', label: 'Back' },
      onImageFail: () => {},
    };
    const details = (
      <Details document={report} {...props}>
        nothing
      </Details>
    );
    renderApp([{ path: '/', element: details }], '/');
    expect([factOf('Patient ID'), factOf('Analyzed By')]).toEqual([shown, shown]);
    expect(intruders()).toBe(0);
  });
});
