import { randomUUID } from 'node:crypto';
import { errorReply } from '@second-read/contract/errors';
import { reportReply } from '@second-read/contract/reports';
import { reviewReply, verifyReply, versionsReply } from '@second-read/contract/reviews';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { lungReport, readerOf, withId } from './review.test-support.ts';

let server: TestServer;
let ada: { authorization: string };
let ben: { authorization: string };
let eve: { authorization: string };
beforeAll(async () => {
  server = await startTestServer({ environment: { UPLOAD_LIMIT: '1000' } });
  await signIn();
});
afterAll(() => server.close());

async function signIn(): Promise<void> {
  [ada, ben, eve] = [await server.bearer('ada'), await server.bearer('ben'), await server.bearer('eve')];
}

const minutes = 60_000;
const square = [
  { x: 10, y: 10 },
  { x: 30, y: 10 },
  { x: 30, y: 30 },
  { x: 10, y: 30 },
];

/** Status and code of a refusal. */
const refusal = (reply: LightMyRequestResponse) => [reply.statusCode, errorReply.parse(reply.json()).code];

describe('a review', () => {
  let report: string;
  let atAda: ReturnType<typeof readerOf>;
  let atBen: ReturnType<typeof readerOf>;
  const enter = () => {
    [atAda, atBen] = [readerOf(server, ada, report), readerOf(server, ben, report)];
  };
  /** Access tokens are shorter than a hold. */
  const wait = async (ms: number) => {
    server.advance(ms);
    await signIn();
    enter();
  };
  beforeEach(async () => {
    report = await lungReport(server, ada);
    enter();
  });

  it('begins as the preliminary reading of the machine', async () => {
    const now = await atBen.now();
    expect(now).toMatchObject({ state: 'preliminary', version: 1, held_by: null, changes: [] });
    expect(now.current).toEqual(now.machine);
    expect(now.allowed).toEqual(['start']);
  });

  it('is held by one reader; others are told who', async () => {
    expect((await atAda.start()).statusCode).toBe(200);
    const second = await atBen.start();
    expect(refusal(second)).toEqual([409, 'review_held']);
    expect(errorReply.parse(second.json()).error).toContain('Reader ada');
    expect(await atBen.now()).toMatchObject({ state: 'in_review', mine: false, allowed: [] });
    expect(refusal(await atBen.change({ kind: 'accept', finding: 'nodule-1' }))).toEqual([
      409,
      'review_held',
    ]);
  });

  it('is released by its reader, and after a quarter of an hour without a change', async () => {
    await atAda.start();
    expect((await atAda.release()).statusCode).toBe(204);
    await atBen.start();
    await wait(10 * minutes);
    await atBen.change({ kind: 'accept', finding: 'nodule-1' });
    await wait(10 * minutes);
    expect(refusal(await atAda.start())).toEqual([409, 'review_held']);
    await wait(6 * minutes);
    expect(await atAda.now()).toMatchObject({ state: 'preliminary', held_by: null });
    expect((await atAda.start()).statusCode).toBe(200);
    expect((await atAda.now()).changes).toHaveLength(1);
  });

  it('goes on after its session ended, where nobody else took it', async () => {
    await atAda.start();
    await wait(20 * minutes);
    expect((await atAda.change({ kind: 'accept', finding: 'nodule-1' })).statusCode).toBe(200);
    expect(await atAda.now()).toMatchObject({ state: 'in_review', mine: true });
  });

  it('leaves the reading of the machine as it is', async () => {
    await atAda.start();
    const { machine } = await atAda.now();
    await atAda.change({ kind: 'reject', finding: 'nodule-1', reason: 'artefact' });
    const now = await atAda.now();
    expect(now.machine).toEqual(machine);
    expect(now.current.findings.find(({ id }) => id === 'nodule-1')).toMatchObject({
      ...{ state: 'not_found', certainty: null, measurements: [], region: null },
    });
    expect(now.decisions).toEqual({ 'nodule-1': { decision: 'rejected', reason: 'artefact' } });
  });

  it('undoes and redoes', async () => {
    await atAda.start();
    await atAda.change({ kind: 'reject', finding: 'nodule-1', reason: 'known' });
    const [rejection] = (await atAda.now()).changes;
    await atAda.change({ kind: 'undo', change: rejection?.id ?? '' });
    expect(await atAda.now()).toMatchObject({ decisions: {}, can_undo: false, can_redo: true });
    await atAda.change({ kind: 'redo', change: rejection?.id ?? '' });
    expect((await atAda.now()).decisions).toHaveProperty('nodule-1');
  });

  it('adds, describes, measures and outlines what the machine missed', async () => {
    await atAda.start();
    const reply = await atAda.change(
      { kind: 'add', finding: { id: 'nodule-2', type: 'nodule', side: 'left' } },
      { kind: 'describe', finding: 'nodule-2', descriptor: 'texture', to: 'solid' },
      { kind: 'outline', finding: 'nodule-2', to: square },
      { kind: 'measure', finding: 'nodule-2', name: 'mean_diameter', to: 9.4, unit: 'mm' },
      { kind: 'write', section: 'impression', text: 'Solid nodule, left.' },
    );
    const now = reviewReply.parse(reply.json());
    expect(now.current.findings.find(({ id }) => id === 'nodule-2')).toMatchObject({
      ...{ state: 'found', certainty: null, side: 'left' },
      descriptors: { texture: 'solid', sizeRow: '4A' },
      measurements: [{ quantity: 'mean_diameter', value: 9.4, unit: 'mm', method: 'reader' }],
      region: { box: { x: 10, y: 10, width: 20, height: 20 }, centre: { x: 20, y: 25 }, labelClass: null },
    });
    expect(now.written).toEqual({ impression: 'Solid nodule, left.' });
    expect(now.outlines['nodule-2']).toEqual(square);
  });

  it('acknowledges a change that is sent twice once, whatever tag comes with it', async () => {
    await atAda.start();
    const { etag } = await atAda.now();
    const changes = [withId({ kind: 'accept', finding: 'nodule-1' })];
    const first = await atAda.send(changes, etag);
    const again = await atAda.send(changes, etag);
    expect([first.statusCode, again.statusCode]).toEqual([200, 200]);
    expect((await atAda.now()).changes).toHaveLength(1);
  });

  it('answers an edit of an older state with the present one, and loses nothing', async () => {
    await atAda.start();
    const { etag } = await atAda.now();
    await atAda.change({ kind: 'accept', finding: 'nodule-1' });
    const late = await atAda.send([withId({ kind: 'reject', finding: 'nodule-1', reason: 'known' })], etag);
    expect(refusal(late)).toEqual([412, 'version_conflict']);
    const { current } = errorReply.parse(late.json());
    expect(reviewReply.parse(current).changes.map(({ kind }) => kind)).toEqual(['accept']);
  });

  it('is of its organisation alone, and asks for the tag', async () => {
    expect((await readerOf(server, eve, report).start()).statusCode).toBe(404);
    await atAda.start();
    const untold = await atAda.call('PATCH', 'reviews/current/', {
      changes: [withId({ kind: 'accept', finding: 'nodule-1' })],
    });
    expect(refusal(untold)).toEqual([428, 'precondition_required']);
  });

  it.each([
    ['a finding that is not there', { kind: 'accept', finding: 'nodule-9' }],
    ['a code that is no code', { kind: 'describe', finding: 'nodule-1', descriptor: 'texture', to: 'blue' }],
    [
      'a descriptor of another module',
      { kind: 'describe', finding: 'nodule-1', descriptor: 'margin', to: null },
    ],
    [
      'an outline outside of the picture',
      { kind: 'outline', finding: 'nodule-1', to: [...square, { x: 101, y: 3 }] },
    ],
    [
      'an outline that encloses nothing',
      {
        kind: 'outline',
        finding: 'nodule-1',
        to: square.slice(0, 1).concat(square[0] ?? [], square[0] ?? []),
      },
    ],
    [
      'an outline that crosses itself',
      { kind: 'outline', finding: 'nodule-1', to: [0, 2, 1, 3].flatMap((at) => square[at] ?? []) },
    ],
    [
      'a measure in the wrong unit',
      { kind: 'measure', finding: 'nodule-1', name: 'mean_diameter', to: 3, unit: 'HU' },
    ],
    [
      'a measure beyond the body',
      { kind: 'measure', finding: 'nodule-1', name: 'mean_diameter', to: 9000, unit: 'mm' },
    ],
    [
      'ends outside of the picture',
      {
        kind: 'measure',
        finding: 'nodule-1',
        name: 'mean_diameter',
        to: 3,
        unit: 'px',
        ends: [
          { x: 0, y: 0 },
          { x: 0, y: 81 },
        ],
      },
    ],
    ['a type that cannot be added', { kind: 'add', finding: { id: 'heart-1', type: 'heart' } }],
    ['an id that is taken', { kind: 'add', finding: { id: 'nodule-1', type: 'nodule' } }],
    ['a category where there is none', { kind: 'categorize', to: 4, reason: 'looks bad' }],
    ['an undo of nothing', { kind: 'undo', change: randomUUID() }],
    [
      'a value that is no longer there',
      { kind: 'describe', finding: 'nodule-1', descriptor: 'texture', from: 'solid', to: null },
    ],
  ] as const)('refuses %s with a sentence, and keeps nothing of the call', async (_what, wish) => {
    await atAda.start();
    const reply = await atAda.change({ kind: 'accept', finding: 'nodule-1' }, wish as never);
    expect(refusal(reply)).toEqual([422, 'change_refused']);
    expect((await atAda.now()).changes).toEqual([]);
  });

  it('keeps an outline of 2,000 vertices, and refuses more in words', async () => {
    await atAda.start();
    const round = (count: number) =>
      Array.from({ length: count }, (_, at) => ({
        x: 50 + 30 * Math.cos((2 * Math.PI * at) / count),
        y: 40 + 30 * Math.sin((2 * Math.PI * at) / count),
      }));
    const outline = (count: number) => ({ kind: 'outline', finding: 'nodule-1', to: round(count) }) as const;
    expect((await atAda.change(outline(10_001))).statusCode).toBe(400);
    const tooMany = await atAda.change(outline(10_000));
    expect(refusal(tooMany)).toEqual([422, 'change_refused']);
    expect(tooMany.body).toContain('The outline has 10000 vertices; at most 2000 are kept.');
    expect((await atAda.now()).changes).toEqual([]);
    expect((await atAda.change(outline(2_000))).statusCode).toBe(200);
  });
});

describe('a signed report', () => {
  let report: string;
  let atAda: ReturnType<typeof readerOf>;
  let atBen: ReturnType<typeof readerOf>;
  beforeEach(async () => {
    report = await lungReport(server, ada);
    [atAda, atBen] = [readerOf(server, ada, report), readerOf(server, ben, report)];
    await atAda.start();
    await atAda.change({ kind: 'write', section: 'impression', text: 'Nodule, known since 2019.' });
    expect((await atAda.sign()).statusCode).toBe(200);
  });

  it('carries signer, time and a code that anybody can check', async () => {
    const { state, signed_by, verification_code: code = '' } = await atBen.now();
    expect([state, signed_by?.username]).toEqual(['signed', 'ada']);
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
    const reply = await server.app.inject({ url: `/api/verify/${code.toLowerCase()}/` });
    expect(verifyReply.parse(reply.json())).toMatchObject({
      state: 'signed',
      version: 1,
      signed_by: 'Reader ada',
    });
    expect(reply.body).not.toContain('0042');
    expect(reply.body).not.toContain(report);
    expect((await server.app.inject({ url: '/api/verify/0000-0000-0000-0000/' })).statusCode).toBe(404);
  });

  it('of several versions says of each what is true: replaced by the last, or withdrawn with it', async () => {
    const check = async (code: string) =>
      verifyReply.parse((await server.app.inject({ url: `/api/verify/${code}/` })).json());
    const { verification_code: first = '' } = await atBen.now();
    const codes = [first];
    for (const text of ['Second.', 'Third.']) {
      await atAda.amend('second look');
      await atAda.change({ kind: 'write', section: 'impression', text });
      expect((await atAda.sign('as written')).statusCode).toBe(200);
      codes.push((await atAda.now()).verification_code ?? '');
    }
    const told = await Promise.all(codes.map(check));
    expect(told.map(({ state, replaced_by }) => [state, replaced_by])).toEqual([
      ['signed', 3],
      ['amended', 3],
      ['amended', undefined],
    ]);
    expect((await atAda.withdraw('of another patient')).statusCode).toBe(200);
    const after = await Promise.all(codes.map(check));
    expect(after.map(({ state, replaced_by, version }) => [state, replaced_by, version])).toEqual([
      ['withdrawn', undefined, 1],
      ['withdrawn', undefined, 2],
      ['withdrawn', undefined, 3],
    ]);
    expect(new Set(after.map(({ withdrawn_at }) => withdrawn_at)).size).toBe(1);
  });

  it('is on the trail once an hour per report, however often its code is looked up', async () => {
    const { verification_code: code = '' } = await atBen.now();
    for (let time = 0; time < 5; time += 1) await server.app.inject({ url: `/api/verify/${code}/` });
    const { rows } = await server.context.pool.query(
      `SELECT count(*)::int FROM audit_events WHERE action = 'report.verified' AND subject_id = $1`,
      [report],
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('is not edited, held or signed again', async () => {
    expect(refusal(await atAda.start())).toEqual([409, 'review_state']);
    expect(refusal(await atAda.change({ kind: 'accept', finding: 'nodule-1' }))).toEqual([
      409,
      'review_state',
    ]);
    expect(refusal(await atAda.sign())).toEqual([409, 'review_state']);
  });

  it('is amended in a version of its own; the earlier stays readable', async () => {
    await atBen.amend('second opinion');
    expect(await atBen.now()).toMatchObject({ state: 'in_review', version: 2, predecessor: 1, mine: true });
    expect((await atBen.now()).written).toEqual({ impression: 'Nodule, known since 2019.' });
    await atBen.change({ kind: 'write', section: 'impression', text: 'New nodule.' });
    const shown = reportReply.parse(
      (await server.app.inject({ url: `/api/reports/${report}/`, headers: ada })).json(),
    );
    expect(shown.review).toMatchObject({ state: 'signed', version: 1, signed_by: 'Reader ada' });
    expect((await atBen.sign()).statusCode).toBe(200);
    const { versions } = versionsReply.parse((await atAda.call('GET', 'versions/')).json());
    expect(versions.map(({ version, state, in_force }) => [version, state, in_force])).toEqual([
      [2, 'amended', true],
      [1, 'signed', false],
    ]);
    const first = reviewReply.parse((await atAda.call('GET', 'versions/1/')).json());
    expect(first.written).toEqual({ impression: 'Nodule, known since 2019.' });
    expect((await atAda.call('GET', 'versions/3/')).statusCode).toBe(404);
  });

  it('drops an amendment in which nothing was changed', async () => {
    await atBen.amend();
    await atBen.release();
    expect(await atBen.now()).toMatchObject({ state: 'signed', version: 1 });
  });

  it('is withdrawn with a reason, for good', async () => {
    expect((await atBen.call('POST', 'withdraw/', {})).statusCode).toBe(400);
    const gone = reviewReply.parse((await atBen.withdraw('wrong patient')).json());
    expect(gone).toMatchObject({ state: 'withdrawn', reason: 'wrong patient', allowed: [] });
    expect(refusal(await atAda.amend())).toEqual([409, 'review_state']);
    expect(refusal(await atAda.withdraw('again'))).toEqual([409, 'review_state']);
  });
});

it('seals what readers write, and keeps it out of the trail', async () => {
  const report = await lungReport(server, ada);
  const at = readerOf(server, ada, report);
  await at.start();
  await at.change({ kind: 'write', section: 'history', text: 'Frau Ünal, born 1950' });
  await at.sign('as discussed with Frau Ünal');
  const { rows } = await server.context.pool.query(
    `SELECT (SELECT json_agg(r)::text FROM reviews r) || (SELECT json_agg(c)::text FROM review_changes c)
       || (SELECT json_agg(a)::text FROM audit_events a) AS everything`,
  );
  expect(rows[0].everything).not.toContain('Ünal');
  expect(rows[0].everything).toContain('review.changed');
  expect(rows[0].everything).toContain('report.signed');
});
