import { describe, expect, it } from 'vitest';
import { makeDataKey, parseKeyRing } from './key-ring.ts';
import { openText, sealText } from './sealed-text.ts';

const [key] = parseKeyRing(makeDataKey());

describe('a sealed text', () => {
  it.each(['', '0042', 'Ärztin 🩺', 'x'.repeat(5_000)])('opens again: %j', (text) => {
    expect(openText(sealText(text, 'reports 1', key), 'reports 1', key)).toBe(text);
  });

  it('is never twice the same', () => {
    expect(sealText('0042', 'reports 1', key)).not.toBe(sealText('0042', 'reports 1', key));
  });

  it('does not decrypt in another place, under another key, or when altered', () => {
    const sealed = sealText('0042', 'reports 1', key);
    expect(() => openText(sealed, 'reports 2', key)).toThrow();
    expect(() => openText(sealed, 'reports 1', parseKeyRing(makeDataKey())[0])).toThrow();
    const bytes = Buffer.from(sealed, 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const altered = Buffer.from(bytes);
      altered[at] = (altered[at] ?? 0) ^ 1;
      expect(() => openText(altered.toString('base64url'), 'reports 1', key)).toThrow();
    }
    expect(() => openText(sealed.slice(0, 8), 'reports 1', key)).toThrow();
    expect(() => openText('', 'reports 1', key)).toThrow();
  });
});
