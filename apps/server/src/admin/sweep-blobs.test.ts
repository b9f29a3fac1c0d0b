import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { runAdmin } from './run-admin.ts';
import { filesIn, seed } from './seeded-server.test-support.ts';

const analysis = '0198f000-0000-7000-8000-00000000000a';
const picture = (organisation: string, run: number) =>
  `${organisation}/reports/2026-01-01/${analysis}-${run}-original.png`;
let orphans: string[];
let foreign: string[];
let young: string;

let server: TestServer;
let kept: string[];
beforeAll(async () => {
  server = await startTestServer({ environment: { UPLOAD_LIMIT: '100' } });
  await seed(server);
  kept = filesIn(server.context);
  const { organisationId: own } = await server.signIn('ada');
  const pushed = `${own}/pacs/0198f000-0000-7000-8000-00000000000b.pdf`;
  orphans = [picture(own, 198), `${own}/uploads/2026-01-01/${analysis}-0199`, pushed];
  foreign = [
    ...['audit-heads/2026-01-01.json', `${own}/notes.txt`, `another-server/${picture(own, 198)}`],
    picture('0198f000-0000-7000-8000-0000000000ff', 198),
  ];
  young = picture(own, 200);
  await putOld([...orphans, ...foreign]);
  await server.context.blobs.put(young, Buffer.from('a picture'));
  ageAll(kept);
}, 120_000);

function ageAll(keys: readonly string[]): void {
  const { blobs } = server.context.config;
  if (blobs.kind === 's3') throw new Error('not a folder');
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
  for (const key of keys) utimesSync(join(blobs.folder, key), twoDaysAgo, twoDaysAgo);
}

async function putOld(keys: readonly string[]): Promise<void> {
  for (const key of keys) await server.context.blobs.put(key, Buffer.from('a picture'));
  ageAll(keys);
}
afterAll(() => server.close());

async function sweep(...args: string[]) {
  const { database, dataDir } = server.context.config;
  const said: string[] = [];
  const status = await runAdmin(['images', 'sweep', ...args], {
    say: (line) => said.push(line),
    complain: (line) => said.push(line),
    environment: { DATA_DIR: dataDir, DATABASE_URL: database.kind === 'url' ? database.url : '' },
  });
  return [status, said[0]];
}

describe('images that no row names', () => {
  it('are counted, and erased only when their number confirms it', async () => {
    const before = filesIn(server.context);
    const asked = '3 images are named by no analysis, report or push. Nothing was erased.';
    expect(await sweep()).toEqual([1, asked]);
    expect(await sweep('--confirm', '4')).toEqual([1, asked]);
    expect(filesIn(server.context)).toEqual(before);
  });

  it('are erased; what is named, and what is younger than a day, stays', async () => {
    expect(await sweep('--confirm', '3')).toEqual([0, '3 images erased']);
    expect(filesIn(server.context)).toEqual([...kept, ...foreign, young].toSorted());
    expect(await sweep()).toEqual([0, 'Every stored image is named by an analysis, report or push.']);
  });

  it('are not erased where they are more than what is named: the database may be another one', async () => {
    const [own = ''] = young.split('/');
    await putOld(kept.map((_, at) => picture(own, 300 + at)).concat(picture(own, 299)));
    const before = filesIn(server.context);
    const [status, said] = await sweep('--confirm', String(kept.length + 1));
    expect([status, said]).toEqual([1, expect.stringContaining('another database')]);
    expect(filesIn(server.context)).toEqual(before);
  });
});
