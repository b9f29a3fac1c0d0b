/**
 * Bodies that the HTTP interface answered before readings were stored: the specification's fields and the
 * others, in their order, byte for byte but for ids, times and links, without the readings beside them. Who
 * means to change them records anew:
 * `npx vitest run apps/server/src/modules/reports/recorded -u`.
 */
import { manifestOf } from '@second-read/analyses/manifests';
import { anyReadingOf } from '@second-read/analyses/stored-reading';
import { batchReply } from '@second-read/contract/batches';
import { anyReading } from '@second-read/core/reading/reading';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { multipart } from '../../../testing/multipart.ts';
import { scriptedCompute } from '../../../testing/scripted-compute.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { readingOfRow } from '../../earlier/index.ts';
import type { EngineRow } from './old-row.test-support.ts';
import { engineRows } from './old-rows.test-support.ts';

let server: TestServer;
let ada: { authorization: string };

/** One picture of each module, and two that were not fit to be read: in some replies nothing was found. */
const rows = engineRows.filter(({ name }) =>
  /p276|ct_epidural|a0002_15|C60|lung: unsuitable|cervix: unsuitable|brain-ct: unsuitable$/.test(name),
);

/** Answers with the row that the patient ID of the file names. */
beforeAll(async () => {
  const scripted = scriptedCompute();
  const read: typeof scripted.read = async (task, ...rest) => {
    const outcome = await scripted.read(task, ...rest);
    if (outcome.status !== 'completed' || outcome.study.patientId === null) return outcome;
    const row = rows.find(({ name }) => name === outcome.study.patientId?.replaceAll('~', ' '));
    if (!row) throw new Error(`no row ${outcome.study.patientId}`);
    const reading = anyReadingOf(readingOfRow(row));
    return { ...outcome, wire: row.wire, reading, study: { ...row.study, patientId: null } };
  };
  server = await startTestServer({ compute: { ...scripted, read } });
  ada = await server.bearer('ada');
});
afterAll(() => server.close());

const picture = (name: string) => `patient ${name.replaceAll(' ', '~')} .`;
const get = (url: string) => server.app.inject({ url, headers: ada });

function process({ name, module }: Pick<EngineRow, 'name' | 'module'>, content = picture(name)) {
  const image = { name: 'image', content, fileName: 'picture.png' };
  const { payload, headers } = multipart([{ name: 'patient_id', content: '0042' }, image]);
  const url = `/api/${manifestOf(module).apiPath}/process/`;
  return server.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...ada } });
}

/** As it was sent, without readings and what differs between two runs; a line break after each field. */
function steady(body: string): string {
  return withoutReadings(body)
    .replaceAll(/"\/media\/[^"]*"/g, '"<link>"')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replaceAll('","', '",\n"');
}

/** Of each report in it. */
function withoutReadings(body: string): string {
  if (!body.startsWith('{')) return body;
  const isOfReport = (key: string, value: unknown) =>
    key === 'reading' && anyReading.safeParse(value).success;
  return JSON.stringify(JSON.parse(body), (key, value) => (isOfReport(key, value) ? undefined : value));
}

describe('the body of a reply', () => {
  it.each(rows.map((row) => [row.name, row] as const))(
    'to process/ and to the report: %s',
    async (_, row) => {
      const reply = await process(row);
      expect(reply.statusCode).toBe(200);
      expect(steady(reply.body)).toMatchSnapshot('process/');
      const stored = await get(`/api/${manifestOf(row.module).apiPath}/reports/${reply.json().id}/`);
      expect(steady(stored.body)).toBe(steady(reply.body).replace(/"patient_known":(true|false),/, ''));
    },
  );

  it('to a picture that is refused, and to one that is damaged', async () => {
    for (const content of ['refuse', 'damaged']) {
      const reply = await process({ name: content, module: 'breast' }, content);
      expect(`${reply.statusCode} ${steady(reply.body)}`).toMatchSnapshot(content);
    }
  });

  it('to lists, priors and the history as a table', async () => {
    await process({ name: 'cervix: aceto_C60Aceto_3.jpg', module: 'cervix' });
    await process({ name: 'cervix: unsuitable', module: 'cervix' });
    const { apiPath } = manifestOf('cervix');
    const list = await get(`/api/${apiPath}/my-reports/?page_size=2`);
    const [{ id }] = list.json().results;
    expect(steady(list.body).replace(/"count":\d+/, '"count":<count>')).toMatchSnapshot('my-reports/');
    const priors = steady((await get(`/api/${apiPath}/reports/${id}/priors/`)).body);
    expect(priors.slice(0, priors.indexOf('}') + 1)).toMatchSnapshot('priors/, the first');
    const table = await get(`/api/${apiPath}/all-reports/export/`);
    expect(steady(table.body).split('\r\n').slice(0, 3).join('\r\n')).toMatchSnapshot('all-reports/export/');
  });

  it('to the results of a series, the most urgent first', async () => {
    const slices = ['lung: unsuitable', 'lung: ct_a0002_15.dcm'];
    const url = '/api/lung_segmentation/batches/';
    const payload = { patient_id: '0042', slices: slices.length };
    const batch = await server.app.inject({ method: 'POST', url, payload, headers: ada });
    const { id } = batchReply.parse(batch.json());
    for (const [at, name] of slices.entries()) {
      const sent = multipart([{ name: 'image', content: picture(name), fileName: 'slice.png' }]);
      const headers = { ...sent.headers, ...ada };
      await server.app.inject({ method: 'POST', url: `${url}${id}/slices/${at + 1}/`, ...sent, headers });
    }
    await expect.poll(async () => (await get(`/api/batches/${id}/`)).json().state).toBe('completed');
    expect(steady((await get(`/api/batches/${id}/results/`)).body)).toMatchSnapshot('results/');
  });
});
