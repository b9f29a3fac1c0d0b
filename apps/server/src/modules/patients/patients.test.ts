import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeDataKey, parseKeyRing } from '../../platform/crypto/key-ring.ts';
import { reports } from '../../platform/database/schema.ts';
import { analysisUpload } from '../../testing/multipart.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { openPatient, resealPatients, sealEarlierPatients } from './index.ts';
import { periodOf, tokensOf, tokensToFind } from './search-tokens.ts';

let server: TestServer;
let bearer: { authorization: string };
beforeEach(async () => {
  server = await startTestServer();
  bearer = await server.bearer('ada');
});
afterEach(() => server.close());

async function analyse(patientId: string, image = 'picture'): Promise<Record<string, unknown>> {
  const { payload, headers } = analysisUpload(image, patientId);
  const url = '/api/breast_segmentation/process/';
  return (
    await server.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...bearer } })
  ).json();
}

async function search(q: string): Promise<string[]> {
  const url = `/api/breast_segmentation/all-reports/?q=${encodeURIComponent(q)}&page_size=100`;
  const { results, count } = (await server.app.inject({ url, headers: bearer })).json();
  expect(count).toBe(results.length);
  return results.map((each: { patient_id: string }) => each.patient_id).toSorted();
}

/** The whole database as text. */
async function everything(): Promise<string> {
  const { pool } = server.context;
  const { rows } = await pool.query(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'pgboss')`,
  );
  const texts = rows.map(async ({ name }) =>
    JSON.stringify((await pool.query(`SELECT * FROM ${name}`)).rows),
  );
  return (await Promise.all(texts)).join('\n');
}

const withKeys = (text: string) => ({
  ...server.context,
  config: { ...server.context.config, keys: parseKeyRing(text) },
});
const present = () => Buffer.from(server.context.config.keys[0].secret).toString('base64');

describe('a patient ID', () => {
  it("is in no table unencrypted, neither the typed one nor the file's", async () => {
    const reply = await analyse('TYPED-77123', 'patient CARRIED-88456');
    expect(reply).toMatchObject({ patient_id: 'TYPED-77123', dicom_patient_id: 'CARRIED-88456' });
    await search('typed-77');
    expect(await everything()).not.toMatch(/77123|88456|typed/i);
  });

  it('decrypts in its own row only', async () => {
    await analyse('0042');
    const [row] = await server.context.db.select().from(reports);
    const { keys } = server.context.config;
    expect(row && openPatient('reports', row, keys)).toBe('0042');
    expect(() => row && openPatient('reports', { ...row, id: 'another' }, keys)).toThrow();
    expect(() => row && openPatient('reports', row, parseKeyRing(makeDataKey()))).toThrow('not in DATA_KEYS');
  });
});

describe('searching sealed patient IDs', () => {
  it('finds exactly those that contain the typed text, of any length', async () => {
    const ids = ['PAT-000123', 'PAT-001000', 'pat-9', '%_\\', 'Ä ä', '000', '1'];
    for (const id of ids) await analyse(id);
    const fold = (text: string) => text.normalize('NFC').toLowerCase();
    const queries = [
      'p',
      'pa',
      'PAT',
      'pat-',
      '0',
      '00',
      '000',
      '0001',
      '00100',
      '1',
      '%',
      '_',
      '\\',
      'ä',
      'ä ',
      'Ä Ä',
      'zz',
      'x',
    ];
    for (const query of [...queries, ...ids]) {
      const expected = ids.filter((id) => fold(id).includes(fold(query.trim()))).toSorted();
      expect([query, await search(query)]).toEqual([query, expected]);
    }
  });

  it('has separate tokens for organisations, accounts, modules and periods', () => {
    const [key] = server.context.config.keys;
    const of = { organisationId: 'a', userId: 'u', module: 'lung', createdAt: new Date('2026-11-21') };
    const tokens = tokensOf(['0042'], of, key);
    const others = [
      { ...of, organisationId: 'b', userId: 'v' },
      { ...of, module: 'breast' },
      { ...of, createdAt: new Date('2026-12-21') },
    ].flatMap((other) => tokensOf(['0042'], other, key));
    expect(tokens.filter((token) => others.includes(token))).toEqual([]);
    for (const scopeId of ['a', 'u']) {
      const [wanted = []] = tokensToFind('042', { scopeId, module: 'lung' }, [periodOf(of.createdAt)], key);
      expect(tokens).toEqual(expect.arrayContaining(wanted));
    }
    expect(tokens).toHaveLength(2 * ('0042'.length + 3 + 2 - 1));
  });

  it('works during key rotation', async () => {
    await analyse('0042');
    Object.assign(server.context, { config: withKeys(`${makeDataKey()} ${present()}`).config });
    await analyse('0043');
    expect(await search('004')).toEqual(['0042', '0043']);
    const known = '/api/patients/known/?patient_id=0042';
    expect((await server.app.inject({ url: known, headers: bearer })).json()).toEqual({
      patient_known: true,
    });
  });
});

describe('another key', () => {
  it('re-encrypts everything, after which the old one is not needed', async () => {
    const upload = analysisUpload('patient CARRIED-1', '0042');
    const url = '/api/breast_segmentation/process/';
    const headers = { ...upload.headers, ...bearer, 'idempotency-key': 'sealed-again-1' };
    const call = () => server.app.inject({ method: 'POST', url, payload: upload.payload, headers });
    const first = (await call()).json();
    const newer = makeDataKey();
    const both = withKeys(`${newer} ${present()}`);
    expect(await resealPatients(both)).toBe(2);
    expect(await resealPatients(both)).toBe(0);
    Object.assign(server.context, { config: both.config });
    expect((await call()).json()).toMatchObject({ id: first.id, dicom_patient_id: 'CARRIED-1' });
    Object.assign(server.context, { config: withKeys(newer).config });
    expect(await search('0042')).toEqual(['0042']);
  });
});

describe('data that predates encryption', () => {
  it('is read as it is, and encrypted at the next start', async () => {
    await analyse('0042', 'patient CARRIED-1');
    const { pool } = server.context;
    await pool.query(
      `UPDATE reports SET patient_id = '0042', patient_key = NULL, patient_digest = NULL, search_tokens = NULL`,
    );
    await pool.query(
      `UPDATE analyses SET patient_id = '0042', patient_key = NULL, facts = jsonb_set(facts, '{patientId}', '"CARRIED-1"')`,
    );
    expect(await search('')).toEqual(['0042']);
    expect(await sealEarlierPatients(server.context)).toBe(2);
    expect(await search('42')).toEqual(['0042']);
    expect(await everything()).not.toMatch(/CARRIED/);
  });
});
