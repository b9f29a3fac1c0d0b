import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loginReply } from '@second-read/contract/accounts';
import { reportReply } from '@second-read/contract/reports';
import { afterAll, describe, expect, it } from 'vitest';
import { type ServerProcess, spawnServer, startServer } from './testing/server-process.ts';

/** docs/handbook/it.md is followed: its commands are taken out of the page and run as an operator does. */
const root = fileURLToPath(new URL('../../..', import.meta.url));
const sections = new Map(
  readFileSync(join(root, 'docs/handbook/it.md'), 'utf8')
    .split(/^## /m)
    .slice(1)
    .map((text) => [text.slice(0, text.indexOf('\n')), text] as const),
);

const folder = mkdtempSync(join(tmpdir(), 'second-read-handbook-'));
const backups = join(folder, 'backup');
const secret = () => randomBytes(48).toString('base64');
const dataKey = () => randomBytes(32).toString('base64');
const needed: Readonly<Record<string, string>> = {
  JWT_SECRET: secret(),
  MEDIA_SECRET: secret(),
  DATA_KEYS: dataKey(),
  DATA_DIR: join(folder, 'data'),
};
const password = 'blue lantern over harbour';
const running = new Set<ServerProcess>();
let environment: Readonly<Record<string, string>> = { SECOND_READ_MODE: 'production', ...needed };
let server: ServerProcess;
let report: string;

const wordsOf = (heading: string) => (sections.get(heading) ?? '').replaceAll(/\s+/g, ' ');

function commandsIn(heading: string): string[] {
  return [...wordsOf(heading).matchAll(/`(npm run [^`]+)`/g)].map(([, command = '']) => command);
}

/** With the folders of this test in place of the page's. */
async function run(command: string, backup = backups) {
  const here = command.replace('/opt/second-read', root).replace(/ \/backup\S*/, ` ${backup}`);
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...environment };
  return new Promise<{ status: number; said: string }>((resolve) => {
    execFile('sh', ['-c', here], { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ status: error ? Number(error.code) : 0, said: `${stdout}${stderr}` }),
    );
  });
}

async function start(): Promise<void> {
  server = await startServer({ ...environment, COMPUTE_THREADS: '1' });
  running.add(server);
}

async function stop(): Promise<void> {
  server.child.kill('SIGTERM');
  expect(await server.exit).toMatchObject({ code: 0 });
  running.delete(server);
}

async function post(path: string, body: Readonly<Record<string, string>>) {
  const headers = { 'content-type': 'application/json' };
  return fetch(`${server.url}/api/${path}/`, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function bearer(): Promise<{ authorization: string }> {
  const reply = await post('accounts/login', { username: 'head', password });
  return { authorization: `Bearer ${loginReply.parse(await reply.json()).access}` };
}

/** The stored report with its image, as its reader gets them. */
async function expectReport(): Promise<void> {
  const reply = await fetch(`${server.url}/api/reports/${report}/`, { headers: await bearer() });
  const stored = reportReply.parse(await reply.json());
  expect(stored.patient_id).toBe('PAT-7');
  const image = await fetch(`${server.url}${stored.original_image_url}`);
  expect((await image.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
}

describe('the handbook of IT', { timeout: 10 * 60_000 }, () => {
  afterAll(async () => {
    for (const { child, exit } of running) {
      child.kill('SIGTERM');
      await exit;
    }
    rmSync(folder, { recursive: true, force: true });
  });

  it('Start it for real use: without one of the variables the server says which, with all it prints the link', async () => {
    const [first = ''] = wordsOf('Start it for real use').split(' 2. ');
    for (const name of Object.keys(needed)) {
      expect(first).toContain(`\`${name}\``);
      const { code, stderr } = await spawnServer({ ...environment, [name]: '' }).exit;
      expect([code, stderr]).toEqual([1, expect.stringContaining(name)]);
    }
    await start();
    await expect.poll(() => server.said()).toMatch(/\/setup#\S+/);
    const [, token = ''] = /\/setup#(\S+)/.exec(server.said()) ?? [];
    const names = { organization: 'North Clinic', full_name: 'First', email: 'first@north.example' };
    expect((await post('setup', { token, ...names, username: 'first', password })).status).toBe(200);
  });

  it('Manage accounts by command line: the account that is made signs in with the password that is printed', async () => {
    const commands = commandsIn('Manage accounts by command line');
    expect(commands).toHaveLength(3);
    const said: string[] = [];
    for (const command of commands) {
      const done = await run(command);
      expect(done, command).toMatchObject({ status: 0 });
      said.push(done.said);
    }
    expect(said[0]).toContain('backup nightly <folder>');
    const [, oneTime = ''] = /one-time password (\S+)/.exec(said[2] ?? '') ?? [];
    const changed = { username: 'head', password: oneTime, new_password: password };
    expect((await post('accounts/password', changed)).status).toBe(200);
    const form = new FormData();
    form.set('patient_id', 'PAT-7');
    const sample = join(root, 'apps/web/public/samples/lung/nodule_0134_n0_s01.png');
    form.set('image', new Blob([readFileSync(sample)]), 'slice.png');
    const url = `${server.url}/api/lung_segmentation/process/`;
    const reply = await fetch(url, { method: 'POST', headers: await bearer(), body: form });
    report = reportReply.parse(await reply.json()).id;
  });

  it('Back up every night: the line of the crontab writes a verified backup, or fails with a sentence', async () => {
    const [, line = ''] = /```\s+(.+?)\s+```/.exec(wordsOf('Back up every night')) ?? [];
    const [, times, command = ''] = /^((?:[\d*]+ ){5})(.*)$/.exec(line) ?? [];
    expect(times).toBeTruthy();
    const { status, said } = await run(command);
    expect([status, said]).toEqual([0, expect.stringMatching(/ saved .*\n.* as written /)]);
    expect(readdirSync(backups)).toHaveLength(1);
    const taken = join(folder, 'taken');
    writeFileSync(taken, '');
    expect(await run(command, taken)).toMatchObject({ status: 1, said: expect.stringMatching(/\w/) });
  });

  it('Watch it: each address answers, and the audit trail is verified', async () => {
    const addresses = [...wordsOf('Watch it').matchAll(/`GET (\/\w+)`/g)].map(([, path]) => path);
    expect(addresses).toEqual(['/healthz', '/readyz', '/metrics']);
    for (const path of addresses) expect((await fetch(`${server.url}${path}`)).status, path).toBe(200);
    const [verify = ''] = commandsIn('Watch it');
    expect(await run(verify)).toMatchObject({ status: 0 });
  });

  it('Update: a server that is stopped and started again has what was stored', async () => {
    await stop();
    await start();
    await expectReport();
  });

  it('Restore on another machine: with the same keys everything is there, without them nothing is', async () => {
    await stop();
    const [command = ''] = commandsIn('Restore on another machine');
    const night = join(backups, readdirSync(backups)[0] ?? '');
    const former = environment;
    environment = { ...former, DATA_DIR: join(folder, 'elsewhere'), DATA_KEYS: dataKey() };
    expect(await run(command, night)).toMatchObject({ status: 1, said: expect.stringMatching(/data key/) });
    environment = { ...former, DATA_DIR: join(folder, 'elsewhere') };
    expect(await run(command, night)).toMatchObject({ status: 0 });
    await start();
    await expectReport();
  });

  it('Change the data key: once the command says so, the server starts without the old one', async () => {
    const [make = '', rotate = ''] = commandsIn('Change the data key');
    const newer = (await run(make)).said.trim();
    await stop();
    environment = { ...environment, DATA_KEYS: `${newer},${environment.DATA_KEYS}` };
    await start();
    await expectReport();
    const { status, said } = await run(rotate);
    const [, words = ''] = /"([^"]+)"/.exec(wordsOf('Change the data key')) ?? [];
    expect(words).not.toBe('');
    expect([status, said]).toEqual([0, expect.stringContaining(words)]);
    await stop();
    environment = { ...environment, DATA_KEYS: newer };
    await start();
    await expectReport();
  });
});
