import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Blobs } from './blobs.ts';

/** The contract of every driver. `create` gives an empty store. */
export function describeBlobs(name: string, create: () => Promise<Blobs>): void {
  describe(name, () => {
    let blobs: Blobs;
    beforeAll(async () => {
      blobs = await create();
    });
    afterAll(() => blobs.close());

    const read = async (key: string) => {
      const found = await blobs.open(key);
      return found && { bytes: found.info.bytes, content: await buffer(found.stream) };
    };

    it('gives back what was put, from memory and from a stream', async () => {
      const small = Buffer.from('a picture');
      const large = Buffer.alloc(3 * 1024 * 1024, 7);
      expect(await blobs.put('org/one/small.png', small)).toEqual({ bytes: small.length });
      expect(await blobs.put('org/one/large.png', Readable.from([large, small]))).toEqual({
        bytes: large.length + small.length,
      });
      expect(await read('org/one/small.png')).toEqual({ bytes: small.length, content: small });
      expect((await read('org/one/large.png'))?.content.equals(Buffer.concat([large, small]))).toBe(true);
    });

    it('keeps an empty file', async () => {
      await blobs.put('org/empty', new Uint8Array());
      expect(await read('org/empty')).toEqual({ bytes: 0, content: Buffer.alloc(0) });
    });

    it('does not find a key that was never put, nor a prefix of one', async () => {
      await blobs.put('org/two/picture.png', Buffer.from('x'));
      expect(await blobs.open('org/never')).toBeUndefined();
      expect(await blobs.open('org/two')).toBeUndefined();
      expect(await blobs.open('org/two/picture.png/deeper')).toBeUndefined();
    });

    it('replaces a key atomically', async () => {
      await blobs.put('org/replaced', Buffer.from('first, and longer'));
      await blobs.put('org/replaced', Buffer.from('second'));
      expect((await read('org/replaced'))?.content.toString()).toBe('second');
    });

    it('deletes, and ignores an absent key', async () => {
      await blobs.put('org/gone', Buffer.from('x'));
      await blobs.delete('org/gone');
      await blobs.delete('org/gone');
      expect(await blobs.open('org/gone')).toBeUndefined();
    });

    it('leaves nothing under the key when the source fails', async () => {
      const broken = Readable.from(
        (async function* () {
          yield Buffer.alloc(100_000);
          throw new Error('connection lost');
        })(),
      );
      await expect(blobs.put('org/broken', broken)).rejects.toThrow('connection lost');
      expect(await blobs.open('org/broken')).toBeUndefined();
    });

    it('keeps the previous content when a replacement fails', async () => {
      await blobs.put('org/kept', Buffer.from('former'));
      const broken = new Readable({
        read() {
          this.destroy(new Error('cut'));
        },
      });
      await expect(blobs.put('org/kept', broken)).rejects.toThrow('cut');
      expect((await read('org/kept'))?.content.toString()).toBe('former');
    });

    it('serves many writers at once, each atomically', async () => {
      const contents = Array.from({ length: 20 }, (_, index) => Buffer.alloc(50_000, index));
      await Promise.all(contents.map((content, index) => blobs.put(`org/many/${index}`, content)));
      for (const [index, content] of contents.entries()) {
        expect((await read(`org/many/${index}`))?.content.equals(content)).toBe(true);
      }
    });

    it.each([
      '',
      '/',
      '../secrets',
      'a/../b',
      'a//b',
      '/a',
      'a/',
      '.incoming/x',
      'a\\b',
      'a\0b',
      'ä',
      `${'a/'.repeat(300)}b`,
    ])('refuses %j as a key', async (key) => {
      await expect(blobs.put(key, Buffer.from('x'))).rejects.toThrow('Not a blob key');
      await expect(blobs.open(key)).rejects.toThrow('Not a blob key');
      await expect(blobs.delete(key)).rejects.toThrow('Not a blob key');
    });

    it('lists what was written before a moment, each once', async () => {
      for (const name of ['a', 'b', 'deep/c']) await blobs.put(`org/listed/${name}`, Buffer.from(name));
      await blobs.put('org/listed/a', Buffer.from('again'));
      const until = async (shiftMs: number) => {
        const keys: string[] = [];
        for await (const key of blobs.list(new Date(Date.now() + shiftMs))) keys.push(key);
        return keys.filter((key) => key.startsWith('org/listed/')).toSorted();
      };
      expect(await until(3_600_000)).toEqual(['org/listed/a', 'org/listed/b', 'org/listed/deep/c']);
      expect(await until(-3_600_000)).toEqual([]);
    });

    it('reports that it is usable', async () => {
      await expect(blobs.check()).resolves.toBeUndefined();
    });
  });
}
