import { readdirSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { decodeStudy } from '@second-read/core/decode/decode-study';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createCodecs } from './platform/compute/codecs/create-codecs.ts';
import { analysisUpload, multipart } from './testing/multipart.ts';
import { startTestServer, type TestServer, testPassword } from './testing/test-server.ts';

/**
 * Longer in a run of one's own: `SECOND_READ_SECONDS_AWAY=30 npx vitest run
 * apps/server/src/hardening.test.ts`.
 */
const secondsAway = Number(process.env.SECOND_READ_SECONDS_AWAY ?? 3);

const writes = vi.hoisted(() => ({ failWith: null as string | null }));
// The real file system, until it is told to be full: a disk cannot be filled without rights over it.
vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  const createWriteStream: typeof real.createWriteStream = (path, options) => {
    const stream = real.createWriteStream(path, options);
    const { failWith } = writes;
    if (failWith !== null)
      stream._write = (_chunk, _encoding, done) =>
        done(Object.assign(new Error('no space'), { code: failWith }));
    return stream;
  };
  return { ...real, createWriteStream };
});

const processUrl = '/api/breast_segmentation/process/';
let server: TestServer;
let ada: { authorization: string };
beforeAll(async () => {
  server = await startTestServer({ environment: { UPLOAD_LIMIT: '1000' } });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  ada = await server.bearer('ada');
});
afterAll(() => server.close());

function upload({ payload, headers }: ReturnType<typeof multipart>, by = ada) {
  return server.app.inject({ method: 'POST', url: processUrl, payload, headers: { ...headers, ...by } });
}

const ledger = async () => {
  const { rows } = await server.context.pool.query(
    'SELECT coalesce((SELECT sum(used) FROM trials), 0)::int AS charged, (SELECT count(*) FROM reports)::int AS reports',
  );
  return rows[0];
};

describe('hostile files', () => {
  const codecs = createCodecs();
  const picture = () =>
    sharp(Buffer.from([0, 60, 120, 180]), { raw: { width: 2, height: 2, channels: 1 } })
      .toColourspace('b-w')
      .png()
      .toBuffer();

  it('that are a picture and something else too are the picture alone', async () => {
    const plain = await picture();
    const alone = await decodeStudy(plain, codecs);
    for (const tail of [
      '<script>alert(1)</script>',
      'PK\x03\x04',
      '%PDF-1.7',
      '<?php system($_GET[0]); ?>',
    ]) {
      const both = await decodeStudy(Buffer.concat([plain, Buffer.from(tail)]), codecs);
      expect([tail, both.ok && both.study.grey]).toEqual([tail, alone.ok && alone.study.grey]);
    }
  });

  it('of 41 bytes that claim a large interlaced picture are refused at once, in little memory', async () => {
    const header = Buffer.alloc(13);
    header.writeUInt32BE(10_000, 0);
    header.writeUInt32BE(10_000, 4);
    header.set([8, 6, 0, 0, 1], 8);
    const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    const head = Buffer.concat([Buffer.from([0, 0, 0, 13]), Buffer.from('IHDR'), header, Buffer.alloc(4)]);
    const bomb = Buffer.concat([signature, head, Buffer.from([0, 0, 0, 0]), Buffer.from('IDAT')]);
    expect(bomb.length).toBe(41);
    const before = process.memoryUsage().rss;
    expect(await decodeStudy(bomb, codecs)).toMatchObject({ ok: false });
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });

  it('that unpack to more than they say are refused', async () => {
    const zeros = deflateSync(Buffer.alloc(50_000_000));
    const header = Buffer.alloc(13);
    header.writeUInt32BE(4, 0);
    header.writeUInt32BE(4, 4);
    header.set([8, 0, 0, 0, 0], 8);
    const chunk = (name: string, data: Buffer) => {
      const size = Buffer.alloc(4);
      size.writeUInt32BE(data.length);
      return Buffer.concat([size, Buffer.from(name), data, Buffer.alloc(4)]);
    };
    const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    const bomb = Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', zeros)]);
    const before = process.memoryUsage().rss;
    expect(await decodeStudy(bomb, codecs)).toMatchObject({ ok: false });
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });

  it.each([
    '../../etc/passwd',
    '..\\..\\x.png',
    'a.png\u0000.exe',
    '\u202egnp.exe',
    'x'.repeat(4_000),
    '',
    '.',
    '💥',
  ])('under the name %j are stored under a name of ours', async (fileName) => {
    const reply = await upload(
      multipart([
        { name: 'patient_id', content: 'names' },
        { name: 'image', content: 'picture', fileName },
      ]),
    );
    expect([200, 400]).toContain(reply.statusCode);
    const { rows } = await server.context.pool.query('SELECT source_key FROM analyses');
    for (const { source_key } of rows)
      expect(source_key).toMatch(/^[0-9a-f-]+\/uploads\/[0-9-]+\/[0-9a-f-]+$/);
  });
});

describe('multipart abuse', () => {
  it.each([
    ['a thousand parts', multipart(Array.from({ length: 1_000 }, () => ({ name: 'a', content: 'b' })))],
    [
      'a part without a name',
      { ...analysisUpload(), payload: Buffer.from('--XyZtestboundary\r\n\r\nx\r\n--XyZtestboundary--\r\n') },
    ],
    ['no boundary', { ...analysisUpload(), headers: { 'content-type': 'multipart/form-data' } }],
    [
      'another boundary',
      { ...analysisUpload(), headers: { 'content-type': 'multipart/form-data; boundary=x' } },
    ],
    [
      'endless part headers',
      { ...analysisUpload(), payload: Buffer.from(`--XyZtestboundary\r\n${'x: y\r\n'.repeat(5_000)}`) },
    ],
  ])('by %s is refused and stores nothing', async (_what, body) => {
    const before = await ledger();
    const reply = await upload(body);
    expect([400, 415]).toContain(reply.statusCode);
    expect(await ledger()).toEqual(before);
  });
});

describe('a false Content-Length', () => {
  async function say(declared: number, body: string): Promise<string> {
    const socket = connect((server.app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => {});
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    const ended = new Promise((resolve) => socket.once('close', resolve));
    const head = 'POST /api/accounts/login/ HTTP/1.1\r\nhost: x\r\ncontent-type: application/json';
    socket.write(`${head}\r\ncontent-length: ${declared}\r\n\r\n${body}`);
    await sleep(300);
    socket.end();
    await ended;
    return text;
  }

  it('that is too small is answered with 400, and what is left over is no request', async () => {
    const text = await say(5, JSON.stringify({ username: 'ada', password: testPassword }));
    const statuses = text.match(/(?<=HTTP\/1\.1 )\d+/g) ?? [];
    expect(statuses.length).toBeGreaterThan(0);
    expect(statuses.filter((status) => status !== '400')).toEqual([]);
  });

  it('that is too large signs nobody in', async () => {
    expect(await say(5_000, JSON.stringify({ username: 'ada', password: testPassword }))).not.toContain(
      '200 OK',
    );
  });
});

describe('every route of the API description that is not public', () => {
  interface Description {
    readonly paths: Record<string, Record<string, { security?: unknown[] }>>;
  }
  const calls = async () => {
    const { paths } = (await server.app.inject({ url: '/api/docs/json' })).json<Description>();
    return Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, route]) => path.startsWith('/api/') && route.security?.length !== 0)
        .map(([method]) => ({ path, method: method.toUpperCase() as 'GET' | 'POST' | 'PATCH' | 'DELETE' })),
    );
  };
  const filled = (path: string, id: string) => path.replaceAll(/\{[^}]+\}/g, id);

  it('answers 401 without a token and with an expired one', async () => {
    const old = await server.bearer('ben');
    server.advance(16 * 60_000);
    try {
      for (const { path, method } of await calls()) {
        const url = filled(path, '00000000-0000-0000-0000-000000000000');
        const without = await server.app.inject({ method, url });
        expect([method, path, without.statusCode]).toEqual([method, path, 401]);
        const expired = await server.app.inject({ method, url, headers: old });
        expect([path, expired.statusCode, expired.json().code]).toEqual([path, 401, 'token_expired']);
      }
    } finally {
      server.advance(-16 * 60_000);
    }
    expect((await calls()).length).toBeGreaterThan(30);
  });

  it('gives another organisation nothing of a report', async () => {
    const { id } = (await upload(analysisUpload('picture', 'ours'))).json();
    const eve = await server.bearer('eve');
    const about = (await calls()).filter(({ path }) => path.includes('reports/{'));
    expect(about.length).toBeGreaterThan(5);
    for (const { path, method } of about.filter(({ method }) => method === 'GET')) {
      const reply = await server.app.inject({ method, url: filled(path, id), headers: eve });
      expect([path, reply.statusCode >= 400 && reply.statusCode < 500]).toEqual([path, true]);
    }
  });
});

describe('mass assignment', () => {
  it('makes nobody an auditor, and moves nobody to another organisation', async () => {
    const more = { role: 'auditor', organisation_id: '0', is_demo: true, user: { role: 'auditor' } };
    const payload = { username: 'ben', password: testPassword, ...more };
    const reply = await server.app.inject({ method: 'POST', url: '/api/accounts/login/', payload });
    expect([200, 400]).toContain(reply.statusCode);
    const { rows } = await server.context.pool.query(
      `SELECT u.role, o.name, o.is_demo FROM users u JOIN organisations o ON o.id = u.organisation_id WHERE username = 'ben'`,
    );
    expect(rows).toEqual([{ role: 'senior_reader', name: 'Clinic', is_demo: false }]);
  });
});

describe('a full disk', () => {
  it('where the pictures are kept is answered with 507, charges nothing, and is over when there is room', async () => {
    const { blobs } = server.context;
    const before = await ledger();
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    Object.assign(server.context, { blobs: { ...blobs, put: () => Promise.reject(full) } });
    const reply = await upload(analysisUpload('picture', 'full'));
    Object.assign(server.context, { blobs });
    expect([reply.statusCode, reply.json().code]).toEqual([507, 'storage_full']);
    expect(await ledger()).toEqual(before);
    expect((await upload(analysisUpload('picture', 'room again'))).statusCode).toBe(200);
  });

  it('of the database charges nothing for what cannot be stored, and is over when there is room', async () => {
    const { pool } = server.context;
    const before = await ledger();
    await pool.query(`CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`);
    await pool.query(
      'CREATE TRIGGER no_room BEFORE INSERT ON reports FOR EACH ROW EXECUTE FUNCTION no_room()',
    );
    const reply = await upload(analysisUpload('picture', 'no room'));
    await pool.query('DROP TRIGGER no_room ON reports');
    expect(reply.statusCode).toBeGreaterThanOrEqual(500);
    expect(await ledger()).toEqual(before);
    expect((await upload(analysisUpload('picture', 'room'))).statusCode).toBe(200);
    const after = await ledger();
    expect([after.charged, after.reports]).toEqual([before.charged + 1, before.reports + 1]);
  });
});

describe('no room for half-received uploads', () => {
  it('is answered with 507, leaves nothing behind, charges nothing, and is over when there is room', async () => {
    const before = await ledger();
    const { uploadDir } = server.context.config;
    writes.failWith = 'ENOSPC';
    const reply = await upload(analysisUpload(Buffer.alloc(1_300_000, 'x'), 'no room to receive'));
    writes.failWith = null;
    expect([reply.statusCode, reply.json().code]).toEqual([507, 'storage_full']);
    expect(readdirSync(uploadDir)).toEqual([]);
    expect(await ledger()).toEqual(before);
    expect((await upload(analysisUpload('picture', 'room to receive'))).statusCode).toBe(200);
  });

  it('while the worker fetches the picture is tried again, and the report comes', async () => {
    const before = await ledger();
    const { compute } = server.context;
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    let reads = 0;
    const read: typeof compute.read = (task, options) => {
      reads += 1;
      return reads === 1 ? Promise.reject(full) : compute.read(task, options);
    };
    Object.assign(server.context, { compute: { ...compute, read } });
    const reply = await upload(analysisUpload('picture', 'no room to work'));
    Object.assign(server.context, { compute });
    expect([reply.statusCode, reads]).toEqual([200, 2]);
    const after = await ledger();
    expect([after.charged, after.reports]).toEqual([before.charged + 1, before.reports + 1]);
  });
});

describe('a clock that jumps', () => {
  it('by an hour back or forth ends sessions at most, and never the work or the trail', async () => {
    for (const hours of [1, -2, 1]) {
      server.advance(hours * 3_600_000);
      const fresh = await server.bearer('ada');
      expect((await upload(analysisUpload('picture', `clock ${hours}`), fresh)).statusCode).toBe(200);
    }
    const { rows } = await server.context.pool.query(
      'SELECT count(*)::int AS n, max(sequence)::int AS last FROM audit_events GROUP BY chain',
    );
    for (const { n, last } of rows) expect(n).toBe(last);
  });
});

describe('a database that goes away', () => {
  it('is answered with 503 and named by /readyz; work goes on when it is back', async () => {
    const { database } = server.context.config;
    const url = new URL(database.kind === 'url' ? database.url : '');
    const name = url.pathname.slice(1);
    url.pathname = '/postgres';
    const administrator = new pg.Client({ connectionString: url.href });
    await administrator.connect();
    try {
      await administrator.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
      await administrator.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
        name,
      ]);
      const trials = await server.app.inject({ url: '/api/trials/count/', headers: ada });
      expect([trials.statusCode, trials.json().code]).toEqual([503, 'service_unavailable']);
      const ready = await server.app.inject({ url: '/readyz' });
      expect([ready.statusCode, ready.json().checks.database.ok]).toEqual([503, false]);
      await sleep(secondsAway * 1_000);
    } finally {
      await administrator.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
      await administrator.end();
    }
    const fresh = await server.bearer('ada');
    expect((await upload(analysisUpload('picture', 'back again'), fresh)).statusCode).toBe(200);
    expect((await server.app.inject({ url: '/readyz' })).statusCode).toBe(200);
  });
});
