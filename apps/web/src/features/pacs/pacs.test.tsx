import { manifestOf } from '@second-read/analyses/manifests';
import { originHeader, type Push } from '@second-read/contract/pacs';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { originOf } from '../../api/organization/picture-origin.ts';
import { type FakeRoute, fakeServer, ok } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { FromPacs } from './FromPacs.tsx';
import type { PacsPicture, PacsStack } from './pacs-picture.ts';
import { SendToPacs } from './SendToPacs.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const available = { 'GET /api/pacs/': ok({ is_available: true, push: 'manual' }) };
const study = {
  study_uid: '1.2',
  patient_id: 'P-1',
  patient_name: 'Doe, Jane',
  patient_birth_date: '1970-01-01',
  study_date: '2026-01-02',
  accession_number: 'A-1',
  description: 'CHEST',
  modalities: ['CT'],
  instances: 3,
};
const series = {
  series_uid: '1.2.3',
  modality: 'CT',
  number: 2,
  description: '',
  body_part: '',
  instances: 3,
};
const instances = [1, 2, 3].map((number) => ({
  instance_uid: `1.2.3.${number}`,
  number,
  frames: 1,
  rows: 512,
  columns: 512,
}));

describe('from the PACS', () => {
  const pictures: PacsPicture[] = [];
  const stacks: PacsStack[] = [];
  const show = (routes: Record<string, FakeRoute>) => {
    pictures.length = 0;
    stacks.length = 0;
    const calls = fakeServer(routes);
    const onPicture = (picture: PacsPicture) => pictures.push(picture);
    const onSeries = (stack: PacsStack) => stacks.push(stack);
    const from = { patientId: 'P-1', disabled: false, onPicture, onSeries };
    renderApp([{ path: '/', element: <FromPacs {...from} /> }], '/');
    return calls;
  };
  const search = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'From PACS' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Search' }));
  };

  it('there is no button where there is no PACS, or nobody knows', async () => {
    const calls = show({ 'GET /api/pacs/': ok({ is_available: false, push: 'manual' }) });
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    expect(screen.queryByRole('button', { name: 'From PACS' })).toBeNull();
  });

  it('leads from a study to its series and the picture in the middle, and hands it on with its word', async () => {
    const picture = '/api/pacs/studies/1.2/series/1.2.3/instances/1.2.3.2/picture/';
    const calls = show({
      ...available,
      'GET /api/pacs/studies/': ok({ studies: [study], is_cut: true }),
      'GET /api/pacs/studies/1.2/series/': ok({ series: [series], others: 1, is_cut: false }),
      'GET /api/pacs/studies/1.2/series/1.2.3/instances/': ok({ instances, is_cut: false }),
      [`GET ${picture}`]: ok('DICM'),
    });
    await search();
    expect(calls).toContain('GET /api/pacs/studies/?patient_id=P-1&accession_number=&date_from=&date_to=');
    expect(await screen.findByText('The PACS has more than is listed: narrow the search.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /Doe, Jane · ID P-1.*born 1970-01-01/ }));
    expect(await screen.findByText('1 series without images is not listed.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /Series 2.*3 images/ }));
    expect(await screen.findByText('Image 2 of 3 · the middle one · number 2 · 512 × 512 px')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Use this image' }));
    await vi.waitFor(() => expect(pictures).toHaveLength(1));
    expect(pictures[0]).toMatchObject({ patientId: 'P-1', file: { name: 'PACS-CT-2-2.dcm' } });
  });

  it('fetches a whole series for an exam, each image once', async () => {
    const at = (uid: string) => `/api/pacs/studies/1.2/series/1.2.3/instances/${uid}/picture/`;
    const calls = show({
      ...available,
      'GET /api/pacs/studies/': ok({ studies: [study], is_cut: false }),
      'GET /api/pacs/studies/1.2/series/': ok({ series: [series], others: 0, is_cut: false }),
      'GET /api/pacs/studies/1.2/series/1.2.3/instances/': ok({ instances, is_cut: false }),
      ...Object.fromEntries(
        instances.map(({ instance_uid: uid }) => [
          `GET ${at(uid)}`,
          () => ({ status: 200, body: 'DICM', headers: { [originHeader]: `word for ${uid}` } }),
        ]),
      ),
    });
    await search();
    await userEvent.click(await screen.findByRole('button', { name: /Doe, Jane/ }));
    await userEvent.click(await screen.findByRole('button', { name: /Series 2/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Use all 3 images' }));
    await vi.waitFor(() => expect(stacks).toHaveLength(1));
    expect(stacks[0]?.files.map(({ name }) => name)).toEqual([
      '1-PACS-CT-2-1.dcm',
      '2-PACS-CT-2-2.dcm',
      '3-PACS-CT-2-3.dcm',
    ]);
    // What the server said of each goes with it when it is sent.
    expect(stacks[0]?.files.map(originOf)).toEqual(
      instances.map(({ instance_uid: uid }) => `word for ${uid}`),
    );
    expect(calls.filter((call) => call.endsWith('/picture/'))).toHaveLength(3);
  });

  it('says that nothing was found, and why nothing could be, with a way to try again', async () => {
    let isBack = false;
    const error = { error: 'The PACS cannot be reached.', code: 'pacs_failed' };
    show({
      ...available,
      'GET /api/pacs/studies/': () =>
        isBack ? { status: 200, body: { studies: [], is_cut: false } } : { status: 502, body: error },
    });
    await search();
    expect(await screen.findByText('The PACS cannot be reached.')).toBeTruthy();
    isBack = true;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No studies found.')).toBeTruthy();
  });
});

describe('to the PACS', () => {
  const path = '/api/lung_segmentation/reports/lung-7/pacs/';
  const push = (form: Push['form'], changes: Partial<Push>): Push => ({
    form,
    state: 'sent',
    reason: null,
    message: null,
    tries: 0,
    updated_at: '2026-01-02T10:00:00Z',
    ...changes,
  });
  const show = (routes: Record<string, FakeRoute>) => {
    const calls = fakeServer(routes);
    const element = (
      <SendToPacs
        opened
        onClose={() => {}}
        manifest={manifestOf('lung')}
        reportId="lung-7"
        isExam={false}
        hasKeyImages
      />
    );
    renderApp([{ path: '/', element }], '/');
    return calls;
  };

  it('says of each form what became of it, and tries a failed one again', async () => {
    const message = 'The PACS refused the credentials of this server.';
    const pushes = [
      push('dicom-sr', {}),
      push('dicom-seg', { state: 'failed', reason: 'not_authorised', message, tries: 1 }),
      push('dicom-sc', { state: 'queued', message: 'The PACS cannot be reached.', tries: 2 }),
    ];
    const sent: unknown[] = [];
    show({
      [`GET ${path}`]: ok({ pushes, joins_study: true }),
      [`POST ${path}`]: ({ body }) => {
        sent.push(body);
        return { status: 200, body: { pushes, joins_study: true } };
      },
    });
    expect(await screen.findByText(/^Sent /)).toBeTruthy();
    expect(screen.getByText(`Not sent. ${message}`)).toBeTruthy();
    expect(screen.getByText('Not yet sent. The PACS cannot be reached. It will be retried.')).toBeTruthy();
    expect(screen.queryByRole('checkbox', { name: 'Mammography CAD' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await vi.waitFor(() => expect(sent).toEqual([{ forms: ['dicom-seg'] }]));
  });

  it('sends what is ticked: of an uploaded picture the picture as well, and the PDF', async () => {
    const none = { pushes: [], joins_study: false };
    const calls = show({
      [`GET ${path}`]: ok(none),
      [`POST ${path}`]: ({ body }) => {
        expect(body).toEqual({ forms: ['dicom-sr', 'dicom-seg', 'dicom-picture', 'dicom-pdf'] });
        return { status: 200, body: none };
      },
    });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Report as PDF' }));
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await vi.waitFor(() => expect(calls).toContain(`POST ${path}`));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
