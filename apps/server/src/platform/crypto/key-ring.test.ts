import { describe, expect, it } from 'vitest';
import { deriveKey, findKey, makeDataKey, parseKeyRing } from './key-ring.ts';

describe('a ring of keys', () => {
  it('reads base64 and hexadecimal, newest first, and finds each by its id', () => {
    const [a, b] = [makeDataKey(), Buffer.from(makeDataKey(), 'base64').toString('hex')];
    const ring = parseKeyRing(` ${a},\n${b}\n`);
    expect(Buffer.from(ring[0].secret).toString('base64')).toBe(a);
    expect(Buffer.from(ring[1]?.secret ?? []).toString('hex')).toBe(b);
    expect(findKey(ring, ring[1]?.id ?? '')).toBe(ring[1]);
    expect(findKey(ring, '00000000')).toBeUndefined();
  });

  it.each([
    ['no key', ' , '],
    ['a short key', Buffer.alloc(31, 'abcdefghijklmnop').toString('base64')],
    ['a key of one repeated byte', Buffer.alloc(32, 7).toString('base64')],
    ['words', 'correct horse battery staple'],
  ])('refuses %s, and does not repeat it', (_what, text) => {
    expect(() => parseKeyRing(text)).toThrow();
    expect(() => parseKeyRing(text)).not.toThrow(text);
  });

  it('refuses the same key twice', () => {
    const key = makeDataKey();
    expect(() => parseKeyRing(`${key} ${key}`)).toThrow('twice');
  });

  it('derives one key per purpose', () => {
    const [key] = parseKeyRing(makeDataKey());
    expect(deriveKey(key, 'audit')).toEqual(deriveKey(key, 'audit'));
    expect(deriveKey(key, 'audit')).not.toEqual(deriveKey(key, 'blobs'));
    expect(deriveKey(parseKeyRing(makeDataKey())[0], 'audit')).not.toEqual(deriveKey(key, 'audit'));
  });
});
