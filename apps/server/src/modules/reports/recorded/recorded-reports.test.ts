/**
 * Reports as the version before stored readings kept them, and all that is shown and exported of each, as
 * that version did it: a dozen in words, of the others a digest of the same words. A change that means to
 * reword a report records anew, and shows the rewording in its diff: `npx vitest run
 * apps/server/src/modules/reports/recorded -u`. The rows themselves stay: they are what lies in databases.
 */
import { moduleOf } from '@second-read/analyses/catalogue';
import { manifestOf } from '@second-read/analyses/manifests';
import { documentOf, readingOf, urgencyOf } from '@second-read/analyses/stored-reading';
import { type ReportReply, reportReply } from '@second-read/contract/reports';
import type { WireFields } from '@second-read/core/analysis/report-module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { oldRows, readRows } from './old-rows.test-support.ts';
import { exportLines } from './show-exports.test-support.ts';
import { digest, documentLines, urgencyLine } from './show-report.test-support.ts';
import { storeOldRows } from './stored-rows.test-support.ts';

/** In words: of each module one that an engine read, one of odd words and one that lacks something. */
const inWords = new Set([
  'brain-ct: ct_epidural_075_32.png',
  'brain-ct: bleeding in older words with a probability',
  'brain-ct: unsuitable',
  'breast: cesm_p276_l_dm_cc.png',
  'breast: two masses before places',
  'breast: incomplete',
  'cervix: aceto_C60Aceto_3.jpg',
  'cervix: swede score complete',
  'cervix: no cervix outlined',
  'lung: ct_a0002_15.dcm',
  'lung: three nodules',
  'lung: nodule step',
]);
const words = (name: string, text: string) => (inWords.has(name) ? `\n${text}\n` : digest(text));

let server: TestServer;
let ids: readonly string[];
let ada: { authorization: string };

beforeAll(async () => {
  server = await startTestServer();
  ids = await storeOldRows(server, oldRows);
  ada = await server.bearer('ada');
});
afterAll(() => server.close());

async function get(at: number, rest = ''): Promise<Buffer | undefined> {
  const { apiPath } = manifestOf(oldRows[at]?.module ?? 'breast');
  const reply = await server.app.inject({ url: `/api/${apiPath}/reports/${ids[at]}/${rest}`, headers: ada });
  if (reply.statusCode === 200) return reply.rawPayload;
  expect(reply.json().code).toBe('not_exportable');
  return undefined;
}

/** The specified fields in their order, without what differs between two runs. */
function steady(text: string): string {
  const { reading: _, ...specified } = JSON.parse(text);
  return JSON.stringify(specified).replaceAll(/"\/media\/[^"]*"/g, '"<link>"');
}

function shown(reply: ReportReply): string[] {
  const wire = reply as WireFields;
  const { reportId, patientId, createdAt, analysedBy } = {
    reportId: reply.id,
    patientId: reply.patient_id,
    createdAt: reply.created_at,
    analysedBy: reply.analyzed_by?.full_name ?? null,
  };
  const header = { reportId, patientId, createdAt, analysedBy };
  const hasFigure = Boolean(wire[manifestOf(reply.module).imageFields.figure ?? '']);
  const reading = readingOf({ module: reply.module, wire, reading: reply.reading });
  const document = documentOf(reading, header, { hasFigure });
  const inHistory = documentOf(reading, header, { hasFigure, inHistory: true });
  return [...documentLines(document, inHistory), urgencyLine(urgencyOf(reading))];
}

describe('a report that an earlier version stored', () => {
  it.each(oldRows.map(({ name }, at) => [name, at] as const))(
    'is shown, exported and ordered as it was: %s',
    async (name, at) => {
      const whole = (await get(at))?.toString('utf8') ?? '{}';
      const body = steady(whole);
      const lines = [
        ...shown(reportReply.parse(JSON.parse(whole))),
        ...(await exportLines((form) => get(at, `export/${form}/`))),
        `reply ${digest(body)}`,
      ];
      expect(words(name, lines.join('\n'))).toMatchSnapshot();
    },
  );
});

describe('what an engine returned', () => {
  it.each(readRows.map((row) => [row.name, row] as const))(
    'is stored in the same fields, byte for byte: %s',
    (name, { module, reading, scores }) => {
      const wire = JSON.stringify(moduleOf(module).report.toWire(reading, scores));
      expect(words(name, wire.replaceAll('","', '",\n"'))).toMatchSnapshot();
    },
  );
});
