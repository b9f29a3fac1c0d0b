import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastifyMultipart from '@fastify/multipart';
import { processBody } from '@second-read/contract/upload-bodies';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Problem } from '../../../calls/problem.ts';
import type { AppContext } from '../../../context.ts';
import { multipart } from '../../../testing/multipart.ts';
import { imageOf, receiveUpload } from './receive-upload.ts';
import { openMemoryShare, type ReceivedFile, wholeOf } from './received-file.ts';

const mebibyte = 1024 * 1024;
let uploadDir = '';
let app: FastifyInstance;
/** What the last upload came to, before it was discarded. */
let last: { image: ReceivedFile; content: Uint8Array; onDisk: string[] };

beforeAll(async () => {
  uploadDir = await mkdtemp(join(tmpdir(), 'second-read-receive-'));
  const limits = { uploadBytes: 3 * mebibyte, uploadMb: 3 };
  const context = { config: { uploadDir, limits } } as AppContext;
  app = Fastify();
  await app.register(fastifyMultipart, { throwFileSizeLimit: false });
  app.post('/', async (request, reply) => {
    try {
      const upload = await receiveUpload(request, context, { body: processBody });
      const image = imageOf(upload);
      const onDisk = await readdir(uploadDir, { recursive: true });
      last = { image, content: Buffer.from(await wholeOf(image)), onDisk };
      await upload.discard();
      return 'received';
    } catch (error) {
      return reply.code(400).send(error instanceof Problem ? error.code : String(error));
    }
  });
});
afterAll(async () => {
  await app.close();
  await rm(uploadDir, { recursive: true });
});
beforeEach(async () => expect(await readdir(uploadDir)).toEqual([]));

async function send(picture: Buffer): Promise<string> {
  const { payload, headers } = multipart([
    { name: 'patient_id', content: 'P-1' },
    { name: 'image', content: picture, fileName: 'picture.png' },
  ]);
  return (await app.inject({ method: 'POST', url: '/', payload, headers })).body;
}

const picture = (bytes: number) => Buffer.from(Uint8Array.from({ length: bytes }, (_, at) => at * 31));

it.each([1, 65_536, mebibyte])(
  'holds an upload of %i bytes in memory and leaves the disk alone',
  async (bytes) => {
    expect(await send(picture(bytes))).toBe('received');
    expect(last.onDisk).toEqual([]);
    expect(last.content).toEqual(picture(bytes));
    const sha256 = createHash('sha256').update(picture(bytes)).digest('hex');
    expect(last.image).toMatchObject({ bytes, sha256 });
  },
);

it.each([mebibyte + 1, 3 * mebibyte])('writes one of %i bytes to the disk, whole', async (bytes) => {
  expect(await send(picture(bytes))).toBe('received');
  expect(last.image.held).toBeUndefined();
  expect(last.onDisk).toHaveLength(2);
  expect(last.content.length).toBe(bytes);
  expect(last.image.sha256).toBe(createHash('sha256').update(picture(bytes)).digest('hex'));
});

it('writes a small one to the disk while others hold all that may be held', async () => {
  const others = openMemoryShare();
  expect(others.take(64 * mebibyte - 10_000)).toBe(true);
  try {
    expect(await send(picture(300_000))).toBe('received');
  } finally {
    others.close();
  }
  expect(last.image.held).toBeUndefined();
  expect(last.content).toEqual(picture(300_000));
});

it('gives back what it held, whatever became of the upload', async () => {
  for (let at = 0; at < 70; at += 1) await send(picture(at % 2 === 0 ? mebibyte : 0));
  expect(await send(picture(3 * mebibyte + 1))).toBe('upload_too_large');
  const all = openMemoryShare();
  expect(all.take(64 * mebibyte)).toBe(true);
  all.close();
});
