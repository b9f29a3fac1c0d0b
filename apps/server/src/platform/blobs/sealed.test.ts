import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { makeDataKey, parseKeyRing } from '../crypto/key-ring.ts';
import { describeBlobs } from './blobs.contract.ts';
import { openFolderBlobs } from './folder.ts';
import { sealBlobs } from './sealed.ts';

const folder = mkdtempSync(join(tmpdir(), 'second-read-sealed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const keys = parseKeyRing(makeDataKey());
const strict = { admitsUnsealed: false };
let stores = 0;

async function store(ring = keys, options = strict) {
  stores += 1;
  const root = join(folder, String(stores));
  const inner = await openFolderBlobs(root);
  return { root, inner, blobs: sealBlobs(inner, ring, options) };
}

describeBlobs('sealed blobs', async () => (await store()).blobs);

const chunk = 64 * 1024;

describe('what is stored', () => {
  it.each([0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk, 3 * chunk + 17])(
    'opens again whole, and tells its true size, with %i bytes in one piece, many or a stream',
    async (length) => {
      const { blobs } = await store();
      const content = Buffer.from(Uint8Array.from({ length }, (_, index) => index * 31));
      const pieces = Array.from({ length: Math.ceil(length / 1000) }, (_, index) =>
        content.subarray(index * 1000, (index + 1) * 1000),
      );
      await blobs.put('a/whole', content);
      expect(await blobs.put('a/pieces', pieces)).toEqual({ bytes: length });
      expect(await blobs.put('a/stream', Readable.from(pieces))).toEqual({ bytes: length });
      for (const name of ['a/whole', 'a/pieces', 'a/stream']) {
        const found = await blobs.open(name);
        expect(found?.info.bytes).toBe(length);
        expect(found && (await buffer(found.stream)).equals(content)).toBe(true);
      }
    },
  );

  it('reveals nothing of the picture, and is never the same twice', async () => {
    const { root, blobs } = await store();
    await blobs.put('a/one', Buffer.from('the name of a patient'));
    await blobs.put('a/two', Buffer.from('the name of a patient'));
    const [one, two] = ['one', 'two'].map((name) => readFileSync(join(root, 'a', name)));
    expect(one?.includes('patient')).toBe(false);
    expect(one?.subarray(24)).not.toEqual(two?.subarray(24));
  });

  it('closes the file when nobody reads it', async () => {
    const { blobs } = await store();
    await blobs.put('a/b', Buffer.alloc(10 * chunk));
    const before = readdirSync('/proc/self/fd').length;
    for (let round = 0; round < 30; round += 1) (await blobs.open('a/b'))?.stream.destroy();
    const left = () => readdirSync('/proc/self/fd').length;
    await expect.poll(left).toBeLessThan(before + 10);
  });
});

describe('tampering', () => {
  const content = Buffer.alloc(3 * chunk + 100, 'picture');
  const readAll = async (blobs: Awaited<ReturnType<typeof store>>['blobs'], name = 'a/b') => {
    const found = await blobs.open(name);
    return found && buffer(found.stream);
  };

  it.each([
    [
      'a byte of the middle',
      (bytes: Buffer) => bytes.fill((bytes[chunk + 99] ?? 0) ^ 1, chunk + 99, chunk + 100),
    ],
    ['a byte of the salt', (bytes: Buffer) => bytes.fill((bytes[10] ?? 0) ^ 1, 10, 11)],
    ['the key id', (bytes: Buffer) => bytes.fill((bytes[5] ?? 0) ^ 1, 5, 6)],
    ['the last byte, gone', (bytes: Buffer) => bytes.subarray(0, -1)],
    ['the last chunk, gone', (bytes: Buffer) => bytes.subarray(0, 24 + 3 * (chunk + 16))],
    ['all chunks, gone', (bytes: Buffer) => bytes.subarray(0, 24)],
    [
      'a chunk, repeated',
      (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 24 + chunk + 16), bytes.subarray(24)]),
    ],
    ['bytes added', (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(50)])],
    ['everything, by another picture', () => Buffer.from('another picture, not sealed')],
    ['everything, by nothing', () => Buffer.alloc(0)],
  ])('is noticed: %s', async (_what, change) => {
    const { root, blobs } = await store();
    await blobs.put('a/b', content);
    const path = join(root, 'a', 'b');
    writeFileSync(path, change(readFileSync(path)));
    await expect(readAll(blobs)).rejects.toThrow();
  });

  it("is detected: a picture under another's name", async () => {
    const { root, blobs } = await store();
    await blobs.put('a/b', content);
    await blobs.put('a/c', Buffer.from('x'));
    await rename(join(root, 'a', 'b'), join(root, 'a', 'c'));
    await expect(readAll(blobs, 'a/c')).rejects.toThrow();
  });
});

describe('keys', () => {
  it('that are older still decrypt, and what is put again uses the new one', async () => {
    const [older, newer] = [makeDataKey(), makeDataKey()];
    const { inner, blobs } = await store(parseKeyRing(older));
    await blobs.put('a/b', Buffer.from('picture'));
    const both = sealBlobs(inner, parseKeyRing(`${newer} ${older}`), strict);
    expect([await both.isCurrent('a/b'), await both.isCurrent('a/none')]).toEqual([false, undefined]);
    const found = await both.open('a/b');
    await both.put('a/b', found?.stream ?? Buffer.alloc(0));
    expect(await both.isCurrent('a/b')).toBe(true);
    const alone = await sealBlobs(inner, parseKeyRing(newer), strict).open('a/b');
    expect(alone && (await buffer(alone.stream)).toString()).toBe('picture');
    await expect(blobs.open('a/b')).rejects.toThrow('not in DATA_KEYS');
  });

  it('are not needed for what an earlier demo stored unencrypted, in demo mode only', async () => {
    const { inner, blobs } = await store(keys, { admitsUnsealed: true });
    await inner.put('a/b', Buffer.from('an old picture, longer than a head'));
    await inner.put('a/c', Buffer.from('short'));
    for (const [name, text] of [
      ['a/b', 'an old picture, longer than a head'],
      ['a/c', 'short'],
    ] as const) {
      const found = await blobs.open(name);
      expect(found?.info.bytes).toBe(text.length);
      expect(found && (await buffer(found.stream)).toString()).toBe(text);
    }
    await expect(sealBlobs(inner, keys, strict).open('a/b')).rejects.toThrow('not sealed');
  });
});
