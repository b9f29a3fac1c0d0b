import { moduleOf } from '@second-read/analyses/catalogue';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { readingOfRow } from '../earlier/index.ts';
import { fillReadings } from './fill-readings.ts';
import { oldRows } from './recorded/old-rows.test-support.ts';
import { storeOldRows } from './recorded/stored-rows.test-support.ts';

let server: TestServer;
let ids: readonly string[];

beforeAll(async () => {
  server = await startTestServer();
  ids = await storeOldRows(server, oldRows);
});
afterAll(() => server.close());
beforeEach(() => query('UPDATE reports SET reading = NULL, reading_version = NULL'));

async function query(sql: string) {
  return (await server.context.pool.query(sql)).rows;
}

const countFilled = async () =>
  Number((await query('SELECT count(*) FROM reports WHERE reading IS NOT NULL'))[0].count);

describe('the readings of reports from before there were readings', () => {
  it('are stored for the reports of all modules, odd and old ones too, and nothing else of them changes', async () => {
    const others = "to_jsonb(reports) - 'reading' - 'reading_version'";
    const before = await query(`SELECT ${others} AS row FROM reports ORDER BY id`);
    expect(await fillReadings(server.context)).toBe(oldRows.length);
    expect(await query(`SELECT ${others} AS row FROM reports ORDER BY id`)).toEqual(before);
    const stored = new Map(
      (await query('SELECT id, reading, reading_version FROM reports')).map((row) => [row.id, row]),
    );
    for (const [at, { module, wire }] of oldRows.entries()) {
      const { reading } = moduleOf(module);
      const row = stored.get(ids[at]);
      expect(row.reading_version).toBe(reading.version);
      expect(row.reading).toEqual(JSON.parse(JSON.stringify(readingOfRow({ module, wire }))));
    }
    expect(await fillReadings(server.context)).toBe(0);
  });

  it('let every report be shown and exported as before', async () => {
    const ada = await server.bearer('ada');
    const shown = async () => {
      const bodies: unknown[] = [];
      for (const [at, { module }] of oldRows.entries()) {
        const url = `/api/${moduleOf(module).manifest.apiPath}/reports/${ids[at]}/`;
        for (const form of ['', 'export/csv/', 'export/fhir/']) {
          const { body } = await server.app.inject({ url: `${url}${form}`, headers: ada });
          const text = body.replaceAll(/"\/media\/[^"]*"/g, '"<link>"');
          bodies.push(form === '' ? JSON.parse(text) : text);
        }
      }
      return bodies;
    };
    const before = await shown();
    await fillReadings(server.context);
    expect(await shown()).toEqual(before);
  });

  it('are stored by whole batches until something breaks, and the rest afterwards', async () => {
    const broken = ids.toSorted()[24];
    await query(`CREATE FUNCTION break() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF NEW.id = '${broken}' AND NEW.reading IS NOT NULL THEN RAISE 'broken'; END IF; RETURN NEW; END $$`);
    await query('CREATE TRIGGER broken BEFORE UPDATE ON reports FOR EACH ROW EXECUTE FUNCTION break()');
    await expect(fillReadings(server.context, 10)).rejects.toThrow();
    expect((await countFilled()) % 10).toBe(0);
    expect(await countFilled()).toBeLessThan(oldRows.length);
    await query('DROP TRIGGER broken ON reports');
    const before = await countFilled();
    expect(await fillReadings(server.context, 10)).toBe(oldRows.length - before);
  });

  it('are stored of the others where one cannot be read', async () => {
    const exam = `'{"kind": "exam", "version": "nonsense"}'::jsonb`;
    await query(`UPDATE reports SET reading = ${exam}, conclusion = NULL WHERE id = '${ids.toSorted()[0]}'`);
    expect(await fillReadings(server.context)).toBe(oldRows.length - 1);
    expect(await countFilled()).toBe(oldRows.length);
  });

  it('are stored once by several processes', async () => {
    const all = await Promise.all([1, 2, 3].map(() => fillReadings(server.context, 7)));
    expect(all.reduce((sum, each) => sum + each)).toBe(oldRows.length);
    expect(await countFilled()).toBe(oldRows.length);
  });

  it('leave alone what an engine has stored', async () => {
    const own = `'{"origin": "engine"}'::jsonb`;
    await query(`UPDATE reports SET reading = ${own}, reading_version = 1 WHERE id = '${ids[0]}'`);
    await fillReadings(server.context);
    const [{ reading }] = await query(`SELECT reading FROM reports WHERE id = '${ids[0]}'`);
    expect(reading).toEqual({ origin: 'engine' });
  });
});
