import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDataKey, parseKeyRing } from '../../platform/crypto/key-ring.ts';
import { analyses } from '../../platform/database/schema.ts';
import { multipart } from '../../testing/multipart.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { openOrigin, openOriginToken, resealPatients, sealOriginToken } from './index.ts';

const origin = {
  studyUid: '1.2.77001',
  seriesUid: '1.2.77002',
  sopClassUid: '1.2.840.10008.5.1.4.1.1.2',
  sopInstanceUid: '1.2.77003',
};
const sha256 = '2b80d2a4ba2a0c4d8b5a5fb4bbdd1b6bbd4bd8c1d2cb5b2c1f8f7c9b5c4c8d11';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe('the token that goes with a picture of the archive', () => {
  const holder = { userId: randomUUID(), organisationId: randomUUID() };

  it('is accepted for its account and picture, and is opaque', () => {
    const token = sealOriginToken({ origin, sha256 }, holder, server.context);
    expect(openOriginToken(token, { ...holder, sha256 }, server.context)).toEqual({
      origin,
      exam: undefined,
    });
    expect(Buffer.from(token.split('.')[1] ?? '', 'base64url').includes('77001')).toBe(false);
    expect(token.length).toBeLessThan(1_000);
  });

  it('is refused for another account or picture, when expired, and when altered', () => {
    const token = sealOriginToken({ origin, sha256 }, holder, server.context);
    const open = (
      text: string,
      changes = {},
      context: Parameters<typeof openOriginToken>[2] = server.context,
    ) => openOriginToken(text, { ...holder, sha256, ...changes }, context);
    expect(open(token, { userId: randomUUID() })).toBeUndefined();
    expect(open(token, { organisationId: randomUUID() })).toBeUndefined();
    expect(open(token, { sha256: sha256.replace('2', '3') })).toBeUndefined();
    const tomorrow = { ...server.context, now: () => new Date(Date.now() + 13 * 3_600_000) };
    expect(open(token, {}, tomorrow)).toBeUndefined();
    for (const broken of ['', '.', `${token}A`, token.slice(1), token.replace('.', '..'), 'x'.repeat(4_000)])
      expect(open(broken)).toBeUndefined();
  });
});

describe('the origin of a picture', () => {
  it('is stored sealed with its analysis, and survives key rotation', async () => {
    const { access, userId, organisationId } = await server.signIn('ada');
    const image = Buffer.from('picture');
    const digest = createHash('sha256').update(image).digest('hex');
    const token = sealOriginToken({ origin, sha256: digest }, { userId, organisationId }, server.context);
    const { payload, headers } = multipart([
      { name: 'patient_id', content: '0042' },
      { name: 'origin', content: token },
      { name: 'image', content: image, fileName: 'picture.png' },
    ]);
    const reply = await server.app.inject({
      method: 'POST',
      url: '/api/breast_segmentation/process/',
      payload,
      headers: { ...headers, authorization: `Bearer ${access}` },
    });
    expect(reply.statusCode).toBe(200);
    const { rows } = await server.context.pool.query('SELECT * FROM analyses');
    expect(JSON.stringify(rows)).not.toMatch(/7700[123]/);

    const { config, db } = server.context;
    const newer = makeDataKey();
    const older = Buffer.from(config.keys[0].secret).toString('base64');
    await resealPatients({ db, config: { ...config, keys: parseKeyRing(`${newer} ${older}`) } });
    const [row] = await db.select().from(analyses);
    if (!row) throw new Error('no analysis');
    expect(openOrigin(row, parseKeyRing(newer))).toEqual(origin);
    expect(() => openOrigin(row, parseKeyRing(older))).toThrow('not in DATA_KEYS');
  });
});
