// @vitest-environment jsdom
import { manifest as brain } from '@second-read/analyses/brain-ct/manifest';
import { manifest as breast } from '@second-read/analyses/breast/manifest';
import type { ReportDocument, ReportFinding } from '@second-read/core/report/document';
import { nothingFound } from '@second-read/core/report/urgency';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { showPreferences } from '../../ui/preferences.ts';
import { FindingList } from './FindingList.tsx';
import { FindingTable } from './FindingTable.tsx';
import { PendingReport } from './PendingReport.tsx';
import { ReportPanel } from './ReportPanel.tsx';

afterEach(cleanup);

const mass: ReportFinding = {
  type: 'mass',
  label: 'Mass',
  colour: '#2ECC71',
  found: true,
  confidence: 87.44,
  details: [{ label: 'Shape', value: 'Oval' }],
};
const axilla: ReportFinding = {
  type: 'axilla',
  label: 'Axilla',
  colour: '#FF69B4',
  found: false,
  confidence: null,
  details: [],
};
const tissue: ReportFinding = {
  ...mass,
  type: 'breast tissue',
  label: 'Breast Tissue',
  confidence: 99,
  confidenceNote: 'fixed display value',
};

const document: ReportDocument = {
  module: 'breast',
  title: 'Medical Image Analysis Report',
  header: { reportId: null, patientId: null, createdAt: null, analysedBy: null },
  images: [],
  findings: [mass],
  table: { head: ['Finding', 'Observation'], rows: [['Sulcation', 'Not specified']] },
  assessment: {
    heading: 'Assessment',
    category: { label: 'BI-RADS 4', value: 4, words: 'Suspicious', management: 'Biopsy', severity: 'urgent' },
    comments: ['One mass was seen.'],
    trace: ['4: irregular mass'],
  },
  diagnosis: { heading: 'Diagnosis', text: 'No haemorrhage seen.' },
  disclaimer: 'Must be reviewed.',
  notice: 'Research use only. Not for primary diagnosis.',
  fileName: 'x.pdf',
};

describe('a finding card', () => {
  it('shows a detected finding with its confidence to one decimal', () => {
    render(<FindingList findings={[mass]} />);
    expect(screen.getByRole('button', { name: /Mass 87\.4 % confidence/ })).toBeTruthy();
  });

  it('says Not Detected where nothing was found', () => {
    render(<FindingList findings={[axilla]} />);
    expect(screen.getByRole('button', { name: /Axilla Not Detected/ })).toBeTruthy();
  });

  it('says Not assessed, and why, where nothing was looked for', () => {
    const note = 'Not assessed: this view shows no axillary field.';
    render(<FindingList findings={[{ ...axilla, isAssessed: false, note }]} />);
    expect(screen.getByRole('button', { name: /Axilla Not assessed/ })).toBeTruthy();
    expect(screen.getByText(note)).toBeTruthy();
    expect(screen.queryByText('Not Detected')).toBeNull();
  });

  it('captions a confidence that nothing measured', () => {
    render(<FindingList findings={[tissue]} />);
    expect(screen.getByRole('button', { name: /99\.0 % fixed display value/ })).toBeTruthy();
  });

  it('opens and closes, by mouse and by keyboard', async () => {
    const user = userEvent.setup();
    render(<FindingList findings={[mass]} />);
    const header = screen.getByRole('button', { name: /Mass/ });
    expect(header.getAttribute('aria-expanded')).toBe('false');
    await user.click(header);
    expect(header.getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByText('Oval')).toBeTruthy();
    await user.keyboard('{Enter}');
    expect(header.getAttribute('aria-expanded')).toBe('false');
  });

  it('opens by itself when the reader points at its region, and stays open afterwards', () => {
    const view = render(<FindingList findings={[mass, axilla]} />);
    const header = screen.getByRole('button', { name: /Axilla/ });
    view.rerender(<FindingList findings={[mass, axilla]} activeType="axilla" />);
    expect(header.getAttribute('aria-expanded')).toBe('true');
    view.rerender(<FindingList findings={[mass, axilla]} activeType={null} />);
    expect(header.getAttribute('aria-expanded')).toBe('true');
  });

  it('stays closed when closed by hand while the pointer rests on the region', async () => {
    const user = userEvent.setup();
    const view = render(<FindingList findings={[mass]} />);
    view.rerender(<FindingList findings={[mass]} activeType="mass" />);
    const header = screen.getByRole('button', { name: /Mass/ });
    await user.click(header);
    view.rerender(<FindingList findings={[mass]} activeType="mass" />);
    expect(header.getAttribute('aria-expanded')).toBe('false');
  });

  it('asks for its place in the picture where it has one, and stays as it is', async () => {
    const user = userEvent.setup();
    const asked: string[] = [];
    const centre = { types: new Set(['mass']), onCentre: (type: string) => asked.push(type) };
    render(<FindingList findings={[mass, axilla]} centre={centre} />);
    await user.click(screen.getByRole('button', { name: 'Center Mass in the image' }));
    expect(asked).toEqual(['mass']);
    expect(screen.getByRole('button', { name: /^Mass/ }).getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByRole('button', { name: 'Center Axilla in the image' })).toBeNull();
  });

  it('begins open for detected findings where asked', () => {
    render(<FindingList findings={[mass, axilla]} openFound />);
    expect(screen.getByRole('button', { name: /Mass/ }).getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByRole('button', { name: /Axilla/ }).getAttribute('aria-expanded')).toBe('false');
  });
});

describe('the report panel', () => {
  it('gives the category with its words and usual management', () => {
    render(<ReportPanel document={document} urgency={nothingFound} />);
    const panel = within(screen.getByRole('article', { name: 'Report' }));
    expect(panel.getByText('BI-RADS 4').closest('[data-severity]')?.getAttribute('data-severity')).toBe(
      'urgent',
    );
    expect(panel.getByText('Suspicious')).toBeTruthy();
    expect(panel.getByText('Biopsy')).toBeTruthy();
  });

  it('names its patient, and says first what was found where there is no category', () => {
    const header = { ...document.header, patientId: 'ORIG-1' };
    const { assessment: _, ...others } = document;
    const urgency = { value: 99, level: 'urgent', words: 'Hemorrhage suspected' } as const;
    render(<ReportPanel document={{ ...others, header }} urgency={urgency} namesPatient />);
    expect(screen.getByText('ORIG-1').closest('p')?.textContent).toBe('Patient ORIG-1');
    expect(screen.getByText('Urgent')).toBeTruthy();
    expect(screen.getByText('Hemorrhage suspected')).toBeTruthy();
  });

  it('shows table, diagnosis, comments, trace, disclaimer and notice', () => {
    render(<ReportPanel document={document} urgency={nothingFound} />);
    expect(screen.getByRole('row', { name: 'Sulcation Not specified' })).toBeTruthy();
    for (const text of [
      'No haemorrhage seen.',
      'One mass was seen.',
      '4: irregular mass',
      'Must be reviewed.',
      'Research use only. Not for primary diagnosis.',
    ])
      expect(screen.getByText(text)).toBeTruthy();
  });

  it('says the conclusion first, what was not assessed once, and technique last', () => {
    const text =
      'No hemorrhage detected. Technique: one slice. Not assessed on this slice: sulci. Mass effect not excluded.';
    render(
      <ReportPanel
        document={{ ...document, diagnosis: { heading: 'Diagnosis', text } }}
        urgency={nothingFound}
      />,
    );
    const section = screen.getByRole('heading', { name: 'Diagnosis' }).closest('section');
    expect(section?.textContent).toBe(
      'DiagnosisNo hemorrhage detected.Mass effect not excluded.Not assessed on this slice: sulci.Technique: one slice.',
    );
  });

  it('leaves the lines that a clinician wrote as they are', () => {
    const text = 'First line.\nTechnique: as dictated.';
    render(
      <ReportPanel
        document={{ ...document, diagnosis: { heading: 'Diagnosis', text } }}
        urgency={nothingFound}
      />,
    );
    expect(
      screen.getByText((_, element) => element?.textContent === text && element.tagName === 'P'),
    ).toBeTruthy();
  });
});

describe('the placeholder before an analysis', () => {
  it('shows BIRADS 0 only together with the words Pending analysis', () => {
    render(<PendingReport manifest={breast} />);
    expect(screen.getByText('BIRADS 0')).toBeTruthy();
    expect(screen.getByText('Pending analysis')).toBeTruthy();
  });

  it('names no BIRADS category for the brain', () => {
    render(<PendingReport manifest={brain} />);
    expect(screen.queryByText(/BIRADS/)).toBeNull();
    expect(screen.getByText('Pending analysis')).toBeTruthy();
  });
});

it('the table of findings gives lengths in the units of the account, as sentences and cards do', () => {
  showPreferences({ units: 'cm' });
  try {
    const table = { head: ['Finding', 'Observation'], rows: [['Mass', 'Left, 12.5 mm, slice 4']] } as const;
    render(<FindingTable table={table} />);
    expect(screen.getByRole('cell').textContent).toBe('Left, 1.25 cm, slice 4');
  } finally {
    showPreferences({});
  }
});
