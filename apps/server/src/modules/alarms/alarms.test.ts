import { manifestOf } from '@second-read/analyses/manifests';
import { alarmChannelsReply, notificationsReply } from '@second-read/contract/alarms';
import { settingsReply } from '@second-read/contract/settings';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signatureOf } from '../../platform/messages/signed-webhook.ts';
import { openSmtp } from '../../platform/messages/smtp.ts';
import { analysisUpload } from '../../testing/multipart.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { publishQueued } from './alarm-worker.ts';
import { brainCompute, startMailServer, startReceiver } from './alarms.test-support.ts';

let server: TestServer;
let mail: Awaited<ReturnType<typeof startMailServer>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
const by: Record<string, { authorization: string }> = {};
const patient = 'SECRET-PATIENT-9';

beforeAll(async () => {
  [mail, receiver] = [await startMailServer(), await startReceiver()];
  server = await startTestServer({
    compute: brainCompute(),
    environment: {
      UPLOAD_LIMIT: '1000',
      SMTP_URL: mail.url,
      SMTP_FROM: 'alarms@clinic.example',
      PUBLIC_URL: 'https://reader.clinic.example/',
      ALARM_WEBHOOK_SECRET: 'a secret of more than 32 characters',
      ALARM_WEBHOOK_ALLOWED: '127.0.0.1',
      ALARM_RETRY_SECONDS: '1',
    },
  });
  await server.context.pool.query(`UPDATE users SET role = 'administrator' WHERE username = 'ada'`);
  for (const name of ['ada', 'ben', 'eve']) by[name] = await server.bearer(name);
});
afterAll(async () => {
  await server.close();
  await mail.close();
  await receiver.close();
});

async function makeReport(percent: number, name = 'ada'): Promise<string> {
  const { payload, headers } = analysisUpload(`found ${percent}`, patient);
  const url = `/api/${manifestOf('brain-ct').apiPath}/process/`;
  const all = { ...headers, ...by[name] };
  const reply = await server.app.inject({ method: 'POST', url, payload, headers: all });
  return reply.json().id;
}

async function told(name: string) {
  const reply = await server.app.inject({ url: '/api/notifications/', headers: by[name] ?? {} });
  return notificationsReply.parse(reply.json()).items;
}
const unread = async (name: string) =>
  (await server.app.inject({ url: '/api/notifications/count/', headers: by[name] ?? {} })).json().unread;
const mark = (payload: object, name: string) =>
  server.app.inject({ method: 'POST', url: '/api/notifications/read/', payload, headers: by[name] ?? {} });

async function set(settings: object): Promise<number> {
  const url = '/api/organization/settings/';
  const { etag } = settingsReply.parse((await server.app.inject({ url, headers: by.ada ?? {} })).json());
  const headers = { ...by.ada, 'if-match': etag };
  return (await server.app.inject({ method: 'PATCH', url, payload: { settings }, headers })).statusCode;
}

async function messages() {
  const reply = await server.app.inject({ url: '/api/alarms/channels/', headers: by.ada ?? {} });
  return alarmChannelsReply.parse(reply.json());
}
const stateOf = async (report: string) =>
  (await messages()).messages.filter((each) => each.report_id === report).map(({ state }) => state);

beforeEach(async () => {
  await set({
    ...{ alarm_budgets: {}, alarm_receivers: { emails: [], webhook: null } },
    ...{ read_first: {}, double_reading: {} },
  });
});

describe('an urgent result', () => {
  it('is told to every reader of the organization once, and to nobody else', async () => {
    const report = await makeReport(90);
    const [item, ...others] = await told('ben');
    expect(others).toEqual([]);
    expect(item).toMatchObject({ report_id: report, patient_id: patient, reason: 'urgent', read_at: null });
    expect(item?.finding).toContain('Hemorrhage suspected');
    expect([await unread('ada'), await unread('eve')]).toEqual([1, 0]);
    await makeReport(20);
    expect(await unread('ben')).toBe(1);
  });

  it('is marked as read, and as unread again, by each account for itself', async () => {
    const report = (await told('ben'))[0]?.report_id;
    expect((await mark({ report_ids: [report], read: true }, 'ben')).json()).toEqual({ unread: 0 });
    expect(await unread('ada')).toBe(1);
    await mark({ report_ids: [report], read: true }, 'eve');
    expect((await mark({ report_ids: [report], read: false }, 'ben')).json()).toEqual({ unread: 1 });
    expect((await mark({ read: true }, 'ada')).json()).toEqual({ unread: 0 });
  });
});

describe('the alarm budget', () => {
  it('raises the threshold: what is below it is told to nobody, and stays urgent on the worklist', async () => {
    expect(await set({ alarm_budgets: { 'brain-ct': 0.5 } })).toBe(200);
    const before = (await told('ben')).length;
    const [below, above] = [await makeReport(40), await makeReport(80)];
    const items = await told('ben');
    expect(items.length).toBe(before + 1);
    expect(items[0]).toMatchObject({ report_id: above, reason: 'budget', score: 80, threshold: 66 });
    const worklist = await server.app.inject({ url: '/api/worklist/', headers: by.ben ?? {} });
    const row = worklist.json().items.find((each: { report_id: string }) => each.report_id === below);
    expect(row.urgency.level).toBe('urgent');
  });

  it('lowers it where more false alarms are accepted', async () => {
    await set({ alarm_budgets: { 'brain-ct': 10 } });
    const report = await makeReport(25);
    expect((await told('ben'))[0]).toMatchObject({ report_id: report, reason: 'budget', score: 25 });
  });

  it('is refused below 0 and above 100, and for receivers that are none', async () => {
    expect(await set({ alarm_budgets: { 'brain-ct': -1 } })).toBe(400);
    expect(await set({ alarm_budgets: { 'brain-ct': 101 } })).toBe(400);
    for (const webhook of [
      'http://clinic.example/',
      'https://user:word@clinic.example/',
      'file:///etc/passwd',
    ])
      expect(await set({ alarm_receivers: { emails: [], webhook } })).toBe(400);
    expect(await set({ alarm_receivers: { emails: ['nobody'], webhook: null } })).toBe(400);
  });
});

describe('an alarm by e-mail', () => {
  it('reaches each address once, with the report and nothing of the patient', async () => {
    await set({ alarm_receivers: { emails: ['one@clinic.example', 'two@clinic.example'], webhook: null } });
    const report = await makeReport(90);
    await publishQueued(server.context);
    await expect.poll(() => stateOf(report)).toEqual(['sent', 'sent']);
    await publishQueued(server.context);
    expect(mail.mails.map(({ to }) => to[0]).sort()).toEqual(['one@clinic.example', 'two@clinic.example']);
    for (const { raw } of mail.mails) {
      expect(raw).toContain(`https://reader.clinic.example/analysis/${report}`);
      expect(raw).toContain('urgent');
      expect(raw).not.toMatch(new RegExp(`${patient}|emorrhage|\\bada\\b|Clinic`));
    }
  });
});

it('has no link where the address of the product is not known', async () => {
  const from = 'alarms@clinic.example';
  const smtp = openSmtp({ url: mail.url, from }, { productName: 'Second Read', publicUrl: null });
  const message = { id: 'm-1', reportId: 'r-1', organisationId: 'o-1', createdAt: new Date(0) };
  await smtp.send({ ...message, urgency: 'urgent' }, 'three@clinic.example', new AbortController().signal);
  smtp.close();
  const { raw } = mail.mails.at(-1) ?? { raw: '' };
  expect(raw).toContain('Report r-1, urgency: urgent.');
  expect(raw).not.toMatch(/https?:|analysis/);
});

describe('an alarm to a webhook', () => {
  it('is signed with the key of the organization, and tried again under the same id', async () => {
    receiver.answer.push(503);
    await set({ alarm_receivers: { emails: [], webhook: receiver.url } });
    const report = await makeReport(90);
    await publishQueued(server.context);
    await expect.poll(() => stateOf(report)).toEqual(['sent']);
    const [first, second] = receiver.calls;
    expect(receiver.calls.length).toBe(2);
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
    expect(Object.keys(JSON.parse(second?.body ?? '')).sort()).toEqual([
      'created_at',
      'event',
      'id',
      'report_id',
      'urgency',
    ]);
    const signature = String(second?.headers['x-second-read-signature']);
    const seconds = Number(/^t=(\d+),/.exec(signature)?.[1]);
    const key = (await messages()).webhook_key ?? '';
    expect(signature).toBe(signatureOf(key, seconds, second?.body ?? ''));
    expect(receiver.calls.map(({ body }) => body).join()).not.toContain(patient);
  });

  it('goes out again under the same id where the process died before it noted that it had', async () => {
    await set({ alarm_receivers: { emails: [], webhook: receiver.url } });
    const report = await makeReport(90);
    await publishQueued(server.context);
    await expect.poll(() => stateOf(report)).toEqual(['sent']);
    await server.context.pool.query(`UPDATE alarm_messages SET state = 'queued' WHERE report_id = $1`, [
      report,
    ]);
    await publishQueued(server.context);
    await expect.poll(() => stateOf(report)).toEqual(['sent']);
    const [last, before] = receiver.calls.slice(-2);
    expect(last?.headers['idempotency-key']).toBe(before?.headers['idempotency-key']);
  });

  it('is given up at once where the receiver refuses it, and the trail says so', async () => {
    receiver.answer.push(410);
    await set({ alarm_receivers: { emails: [], webhook: receiver.url } });
    const report = await makeReport(90);
    await publishQueued(server.context);
    await expect.poll(() => stateOf(report)).toEqual(['failed']);
    const { rows } = await server.context.pool.query(
      `SELECT outcome, details FROM audit_events WHERE action = 'alarm.sent' AND subject_id = $1`,
      [report],
    );
    expect(rows).toEqual([
      {
        outcome: 'failure',
        details: { channel: 'webhook', tries: 1, reason: 'the webhook did not accept it' },
      },
    ]);
  });

  it('is shown and set by administrators alone', async () => {
    const reply = await server.app.inject({ url: '/api/alarms/channels/', headers: by.ben ?? {} });
    expect(reply.statusCode).toBe(403);
    const settings = await server.app.inject({ url: '/api/organization/settings/', headers: by.ben ?? {} });
    expect(settings.body).not.toContain('alarm_receivers');
  });
});

describe('an alarm of a module that is read first', () => {
  it.each([{ read_first: { 'brain-ct': 'always' } }, { double_reading: { 'brain-ct': true } }])(
    'rings, and says that a report waits to be read and no more: %o',
    async (mode) => {
      await set({ ...mode, alarm_receivers: { emails: ['one@clinic.example'], webhook: receiver.url } });
      const report = await makeReport(90);
      const item = (await told('ben')).find(({ report_id }) => report_id === report);
      expect(item).toMatchObject({ reason: 'read_first', finding: 'A report waits to be read first' });
      expect(item).toMatchObject({ score: null, threshold: null });
      await publishQueued(server.context);
      await expect.poll(() => stateOf(report)).toEqual(['sent', 'sent']);
      const { raw } = mail.mails.find(({ raw }) => raw.includes(report)) ?? { raw: '' };
      expect(raw).toContain('A report waits to be read first.');
      expect(raw).not.toMatch(/urgen/i);
      expect(JSON.parse(receiver.calls.at(-1)?.body ?? '')).toMatchObject({ urgency: 'hidden' });
    },
  );

  it('rings alike for every report of it, so that ringing tells nothing', async () => {
    await set({
      read_first: { 'brain-ct': 'always' },
      alarm_receivers: { emails: ['one@clinic.example'], webhook: receiver.url },
    });
    const [urgent, quiet] = [await makeReport(90), await makeReport(5)];
    const items = await told('ben');
    const [one, other] = [urgent, quiet].map((id) => items.find(({ report_id }) => report_id === id));
    const alike = ({ report_id: _id, created_at: _at, ...rest }: NonNullable<typeof one>) => rest;
    expect(one && alike(one)).toEqual(other && alike(other));
    expect(one?.finding).toBe('A report waits to be read first');
    await publishQueued(server.context);
    for (const id of [urgent, quiet])
      await expect.poll(() => stateOf(id), { timeout: 20_000 }).toEqual(['sent', 'sent']);
  });

  it('is not told of quiet reports where the reader does not read first', async () => {
    await set({ read_first: { 'brain-ct': 'optional' } });
    const before = (await told('ben')).length;
    await makeReport(5);
    expect((await told('ben')).length).toBe(before);
  });
});
