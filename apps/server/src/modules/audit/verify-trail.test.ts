import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeDataKey, parseKeyRing } from '../../platform/crypto/key-ring.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { organisationIds } from '../accounts/index.ts';
import { type KeptHead, recordAudit, verifyTrail } from './index.ts';

let server: TestServer;
let chain: string;
beforeEach(async () => {
  server = await startTestServer();
  ({ organisationId: chain } = await server.signIn('ada'));
  await server.signIn('eve');
  for (let index = 0; index < 9; index += 1) await server.signIn('ben');
});
afterEach(() => server.close());

const verify = async (kept: readonly KeptHead[] = [], context = server.context) =>
  verifyTrail(context, { kept, organisationIds: await organisationIds(context.db) });
const found = async (kept: readonly KeptHead[] = []) =>
  (await verify(kept)).problems.map(({ sequence, what }) => `${sequence}: ${what}`);

/** What somebody with the rights of the database's owner can do. */
async function tamper(...statements: string[]): Promise<void> {
  const client = await server.context.pool.connect();
  try {
    await client.query('ALTER TABLE audit_events DISABLE TRIGGER ALL');
    for (const statement of statements) await client.query(statement.replaceAll('$chain', `'${chain}'`));
    await client.query('ALTER TABLE audit_events ENABLE TRIGGER ALL');
  } finally {
    client.release();
  }
}

describe('an untouched trail', () => {
  it('is intact, one chain per organisation, numbered from 1', async () => {
    const { heads, entries, unchained, problems, missingKeys } = await verify();
    expect([heads.length, entries, unchained, problems, missingKeys.size]).toEqual([2, 11, 0, [], 0]);
    expect(heads.find((head) => head.chain === chain)?.sequence).toBe(10);
  });

  it('stays intact with concurrent writes, also in failing transactions', async () => {
    const by = { userId: null, organisationId: chain };
    const event = {
      action: 'report.read',
      by,
      from: null,
      details: { b: 1, a: [{ d: 'ä', c: null }] },
    } as const;
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        server.context.db
          .transaction(async (tx) => {
            await recordAudit(tx, event, server.context);
            if (index % 3 === 0) throw new Error('undone');
          })
          .catch(() => {}),
      ),
    );
    const { heads, problems } = await verify();
    expect(problems).toEqual([]);
    expect(heads.find((head) => head.chain === chain)?.sequence).toBe(50);
  });

  it('starts one chain for concurrent first entries', async () => {
    const attempts = Array.from({ length: 12 }, (_, index) =>
      server.app.inject({
        method: 'POST',
        url: '/api/accounts/login/',
        payload: { username: `nobody${index}`, password: 'x' },
      }),
    );
    await Promise.all(attempts);
    expect((await verify()).problems).toEqual([]);
  });

  it('cannot be changed by the product itself', async () => {
    const { pool } = server.context;
    for (const statement of [
      `UPDATE audit_events SET action = 'x'`,
      'DELETE FROM audit_events',
      'TRUNCATE audit_events',
      `INSERT INTO audit_events (at, action, outcome, details) VALUES (now(), 'x', 'success', '{}')`,
    ]) {
      await expect(pool.query(statement)).rejects.toThrow();
    }
    expect((await verify()).problems).toEqual([]);
  });
});

describe('tampering', () => {
  it.each([
    ['at', `now()`],
    ['user_id', 'NULL'],
    ['action', `'session.closed'`],
    ['outcome', `'failure'`],
    ['subject_id', `'another'`],
    ['address', `'10.9.9.9'`],
    ['user_agent', `'another'`],
    ['request_id', 'NULL'],
    ['details', `'{"reports": 1}'`],
    ['organisation_id', 'NULL'],
    ['seal', `'another'`],
  ])('with the field %s is found where it was done', async (field, value) => {
    await tamper(`UPDATE audit_events SET ${field} = ${value} WHERE chain = $chain AND sequence = 4`);
    expect(await found()).toContain('4: altered, inserted or moved');
  });

  it('by removing an entry is found', async () => {
    await tamper('DELETE FROM audit_events WHERE chain = $chain AND sequence = 4');
    expect(await found()).toEqual(['4: 1 entries are missing']);
  });

  it('by removing an entry and closing the gap is found', async () => {
    await tamper(
      'DELETE FROM audit_events WHERE chain = $chain AND sequence = 4',
      'UPDATE audit_events SET sequence = -sequence WHERE chain = $chain AND sequence > 4',
      'UPDATE audit_events SET sequence = -sequence - 1 WHERE chain = $chain AND sequence < 0',
    );
    expect(await found()).toContain('4: altered, inserted or moved');
  });

  it('by swapping two entries is found', async () => {
    await tamper(
      'UPDATE audit_events SET sequence = -4 WHERE chain = $chain AND sequence = 4',
      'UPDATE audit_events SET sequence = 4 WHERE chain = $chain AND sequence = 7',
      'UPDATE audit_events SET sequence = 7 WHERE chain = $chain AND sequence = -4',
    );
    expect(await found()).toEqual(expect.arrayContaining(['4: altered, inserted or moved']));
  });

  it('by moving an entry into another organisation’s chain is found', async () => {
    await tamper(
      'UPDATE audit_events SET chain = (SELECT chain FROM audit_heads WHERE chain <> $chain), sequence = 2 WHERE chain = $chain AND sequence = 10',
    );
    expect((await found()).length).toBeGreaterThan(1);
  });

  it('by inserting a copy is found', async () => {
    await tamper(
      `INSERT INTO audit_events (at, organisation_id, user_id, action, outcome, details, chain, sequence, key_id, seal)
       SELECT at, organisation_id, user_id, action, outcome, details, chain, 11, key_id, seal
       FROM audit_events WHERE chain = $chain AND sequence = 10`,
    );
    expect(await found()).toEqual([
      '11: altered, inserted or moved',
      '11: the chain ends at 11, its head says 10',
    ]);
  });

  it('by truncating the end is found', async () => {
    await tamper('DELETE FROM audit_events WHERE chain = $chain AND sequence > 6');
    expect(await found()).toEqual(['6: the chain ends at 6, its head says 10']);
  });

  it('by truncating the end and writing another head is found', async () => {
    await tamper(
      'DELETE FROM audit_events WHERE chain = $chain AND sequence > 6',
      'UPDATE audit_heads SET sequence = 6, seal = (SELECT seal FROM audit_events WHERE chain = $chain AND sequence = 6) WHERE chain = $chain',
    );
    expect(await found()).toEqual(['6: the head of the chain is forged']);
  });

  it('by removing all entries, or the head, is found', async () => {
    await tamper('DELETE FROM audit_events WHERE chain = $chain');
    expect(await found()).toEqual(['0: the chain ends at 0, its head says 10']);
    await tamper('DELETE FROM audit_heads WHERE chain <> $chain');
    expect(await found()).toContain('0: the head of the chain is missing');
  });

  it('by rolling back to an old state, head included, is found against heads stored elsewhere', async () => {
    const { rows } = await server.context.pool.query('SELECT * FROM audit_heads WHERE chain = $1', [chain]);
    await server.signIn('ada');
    const kept = (await verify()).heads;
    await tamper(
      'DELETE FROM audit_events WHERE chain = $chain AND sequence > 10',
      `UPDATE audit_heads SET sequence = 10, seal = '${rows[0].seal}', head_seal = '${rows[0].head_seal}' WHERE chain = $chain`,
    );
    expect(await found()).toEqual([]);
    expect(await found(kept)).toEqual(['11: an entry that was there is cut off']);
    await tamper(
      'DELETE FROM audit_events WHERE chain = $chain',
      'DELETE FROM audit_heads WHERE chain = $chain',
    );
    expect(await found(kept)).toEqual(['0: the whole chain is gone']);
  });

  it('by putting an entry of an abandoned state, with its valid seal, in the place of a later one is found', async () => {
    const { rows } = await server.context.pool.query('SELECT * FROM audit_heads WHERE chain = $1', [chain]);
    await server.signIn('ada');
    await tamper(
      'CREATE TABLE abandoned AS SELECT * FROM audit_events WHERE chain = $chain AND sequence = 11',
      'DELETE FROM audit_events WHERE chain = $chain AND sequence > 10',
      `UPDATE audit_heads SET sequence = 10, seal = '${rows[0].seal}', head_seal = '${rows[0].head_seal}' WHERE chain = $chain`,
    );
    await server.signIn('ben');
    await server.signIn('ben');
    expect(await found()).toEqual([]);
    await tamper(
      'DELETE FROM audit_events WHERE chain = $chain AND sequence = 11',
      'INSERT INTO audit_events SELECT * FROM abandoned',
    );
    expect(await found()).toEqual(['12: altered, inserted or moved']);
  });

  it('by erasing the chain of an organisation, or everything, is found without stored heads', async () => {
    const what = 'the organisation has no chain: even its beginning would be an entry';
    await tamper(
      'DELETE FROM audit_events WHERE chain = $chain',
      'DELETE FROM audit_heads WHERE chain = $chain',
    );
    expect(await found()).toEqual([`0: ${what}`]);
    await tamper('DELETE FROM audit_events', 'DELETE FROM audit_heads');
    expect(await found()).toEqual([`0: ${what}`, `0: ${what}`]);
    await tamper('DELETE FROM sessions', 'DELETE FROM users', 'DELETE FROM organisations');
    expect(await found()).toEqual(['0: there is no trail at all']);
  });
});

describe('keys', () => {
  const withKeys = (text: string) => ({
    ...server.context,
    config: { ...server.context.config, keys: parseKeyRing(text) },
  });
  const present = () => Buffer.from(server.context.config.keys[0].secret).toString('base64');

  it('may be rotated, as long as the old one is kept', async () => {
    const changed = withKeys(`${makeDataKey()} ${present()}`);
    const by = { userId: null, organisationId: chain };
    await recordAudit(changed.db, { action: 'report.read', by, from: null }, changed);
    expect((await verify([], changed)).problems).toEqual([]);
  });

  it('that are missing are distinguished from tampering', async () => {
    const { problems, missingKeys } = await verify([], withKeys(makeDataKey()));
    // Eleven entries and two heads.
    expect([problems, [...missingKeys]]).toEqual([[], [[server.context.config.keys[0].id, 13]]]);
    await tamper('DELETE FROM audit_events WHERE chain = $chain AND sequence = 4');
    const damaged = await verify([], withKeys(makeDataKey()));
    expect(damaged.problems.map(({ what }) => what)).toEqual(['1 entries are missing']);
  });

  it('are needed: a chain cannot be continued with the database alone', async () => {
    const thief = withKeys(makeDataKey());
    const by = { userId: null, organisationId: chain };
    await recordAudit(thief.db, { action: 'report.read', by, from: null }, thief);
    const { problems, missingKeys } = await verify();
    expect(problems.length + missingKeys.size).toBeGreaterThan(0);
  });
});
