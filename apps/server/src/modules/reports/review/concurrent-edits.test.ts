import { setTimeout as sleep } from 'node:timers/promises';
import { reviewReply, versionsReply } from '@second-read/contract/reviews';
import type { Change } from '@second-read/core/review/change';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeDataKey, parseKeyRing } from '../../../platform/crypto/key-ring.ts';
import { reviewChanges, reviews } from '../../../platform/database/schema.ts';
import { startTestServer, type TestServer, testPassword } from '../../../testing/test-server.ts';
import { ensureAccount } from '../../accounts/index.ts';
import { resealPatients } from '../../patients/index.ts';
import { lungReport, readerOf, withId } from './review.test-support.ts';

const readers = 20;
const callsEach = 4;
const changesPerCall = 25;
let server: TestServer;
let names: string[];
beforeAll(async () => {
  server = await startTestServer();
  const { organisationId } = await server.signIn('ada');
  names = Array.from({ length: readers }, (_, at) => `reader${at}`);
  for (const username of names) {
    const account = { username, email: `${username}@clinic.example`, fullName: username, organisationId };
    await ensureAccount({ ...account, password: testPassword }, server.context);
  }
});
afterAll(() => server.close());

const batch = (): Change[] =>
  Array.from({ length: changesPerCall }, () => withId({ kind: 'accept', finding: 'nodule-1' }));

/** Two tabs of one reader send at once; who comes second looks again. The ids that were acknowledged. */
async function edit(at: ReturnType<typeof readerOf>): Promise<string[]> {
  while ((await at.start()).statusCode !== 200) await sleep(150);
  const tab = async (changes: Change[]): Promise<string[]> => {
    for (;;) {
      const reply = await at.send(changes, (await at.now()).etag);
      if (reply.statusCode === 200) {
        const kept = new Set(reviewReply.parse(reply.json()).changes.map(({ id }) => id));
        expect(changes.every(({ id }) => kept.has(id))).toBe(true);
        return changes.map(({ id }) => id);
      }
      expect(reply.statusCode).toBe(412);
    }
  };
  const done = (await Promise.all([tab(batch()), tab(batch())])).flat();
  expect((await at.release()).statusCode).toBe(204);
  return done;
}

it(`finds each of ${readers * callsEach * changesPerCall} changes by ${readers} readers once, also under a new key`, async () => {
  const ada = await server.bearer('ada');
  const reports: string[] = [];
  for (let at = 0; at < 5; at += 1) reports.push(await lungReport(server, ada, `patient ${at}`));
  const acknowledged = await Promise.all(
    names.map(async (name, n) => {
      const by = await server.bearer(name);
      const ids: string[] = [];
      for (let round = 0; round < callsEach / 2; round += 1)
        ids.push(...(await edit(readerOf(server, by, reports[(n + round) % reports.length] ?? ''))));
      return ids;
    }),
  );
  const { db, config } = server.context;
  const stored = await db.select({ id: reviewChanges.id }).from(reviewChanges);
  expect(stored.map(({ id }) => id).toSorted()).toEqual(acknowledged.flat().toSorted());
  expect(stored).toHaveLength(readers * callsEach * changesPerCall);

  const at = readerOf(server, ada, reports[0] ?? '');
  await at.start();
  expect((await at.sign()).statusCode).toBe(200);
  const before = versionsReply.parse((await at.call('GET', 'versions/')).json());
  expect(before.versions[0]?.changes).toBe(400);
  const older = Buffer.from(config.keys[0].secret).toString('base64');
  const both = parseKeyRing(`${makeDataKey()} ${older}`);
  expect(await resealPatients({ db, config: { ...config, keys: both } })).toBeGreaterThan(2_000);
  expect(await db.select().from(reviews).where(eq(reviews.patientKey, config.keys[0].id))).toEqual([]);
}, 240_000);
