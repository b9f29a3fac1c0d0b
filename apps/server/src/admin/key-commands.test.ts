import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBlobs } from '../platform/blobs/open-blobs.ts';
import { makeDataKey, parseKeyRing } from '../platform/crypto/key-ring.ts';
import { analysisUpload } from '../testing/multipart.ts';
import { onePixelPng } from '../testing/scripted-compute.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { runAdmin } from './run-admin.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function admin(args: readonly string[], environment: Readonly<Record<string, string>>) {
  const said: string[] = [];
  const status = await runAdmin(args, {
    say: (line) => said.push(line),
    complain: (line) => said.push(line),
    environment,
  });
  return { status, said };
}

describe('rotating the data key', () => {
  it('leaves nothing that the old key opens, and everything as it was', async () => {
    const { config } = server.context;
    const bearer = await server.bearer('ada');
    const { payload, headers } = analysisUpload('picture', 'PAT-1');
    const url = '/api/breast_segmentation/process/';
    const stored = (
      await server.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...bearer } })
    ).json();

    const older = readFileSync(join(config.dataDir, 'data.key'), 'utf8');
    const [newer = ''] = (await admin(['keys', 'make'], environmentOf())).said;
    const keys = `${newer} ${older}`;
    const rotated = await admin(['keys', 'rotate'], { ...environmentOf(), DATA_KEYS: keys });
    expect(rotated).toMatchObject({
      status: 0,
      said: [
        '2 rows resealed',
        expect.stringMatching(/^6 images/),
        expect.stringMatching(/^No image and no row needs an older key/),
      ],
    });
    const again = await admin(['keys', 'rotate'], { ...environmentOf(), DATA_KEYS: keys });
    expect(again.said.slice(0, 2)).toEqual(['0 rows resealed', expect.stringMatching(/^0 images/)]);

    const changed = { ...config, keys: parseKeyRing(newer) };
    Object.assign(server.context, { config: changed, blobs: await openBlobs(changed) });
    const report = await server.app.inject({ url: `/api/reports/${stored.id}/`, headers: bearer });
    expect(report.json()).toMatchObject({ patient_id: 'PAT-1' });
    const picture = await server.app.inject({ url: report.json().original_image_url });
    expect(picture.rawPayload.equals(onePixelPng)).toBe(true);
  });

  it('says which keys it was given that cannot be used', async () => {
    const file = join(server.context.config.dataDir, 'broken.key');
    writeFileSync(file, makeDataKey().slice(4));
    const { status, said } = await admin(['keys', 'rotate'], { ...environmentOf(), DATA_KEY_FILE: file });
    expect([status, said.join()]).toEqual([1, expect.stringContaining('DATA_KEY_FILE cannot be used')]);
  });
});

function environmentOf(): Record<string, string> {
  const { database, dataDir } = server.context.config;
  return { DATA_DIR: dataDir, DATABASE_URL: database.kind === 'url' ? database.url : '' };
}
