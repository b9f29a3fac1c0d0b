import { constants, deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { inflateStart } from './inflate-start.ts';

const noise = Uint8Array.from({ length: 300_000 }, (_, at) => Math.imul(at, 2654435761) >>> 24);
const text = Uint8Array.from({ length: 300_000 }, (_, at) => [68, 73, 67, 79, 77, 32][(at * at) % 6] ?? 0);
const zeros = new Uint8Array(300_000);

describe('raw deflate', () => {
  it.each([
    ['noise', noise, {}],
    ['text', text, {}],
    ['text, fixed codes', text, { strategy: constants.Z_FIXED }],
    ['text, stored', text, { level: 0 }],
    ['zeros', zeros, { level: 9 }],
    ['nothing', new Uint8Array(), {}],
  ])('is unpacked as zlib packed it: %s', (_, bytes, options) => {
    const packed = deflateRawSync(bytes, options);
    const padded = Buffer.concat([packed, Buffer.of(0)]);
    for (const given of [packed, padded])
      expect(Buffer.from(inflateStart(given, 1e6)).equals(Buffer.from(bytes))).toBe(true);
  });

  it('gives what the beginning of packed bytes has, and no more than the limit', () => {
    const packed = deflateRawSync(text);
    const part = inflateStart(packed.subarray(0, packed.length / 2), 1e6);
    expect(part.length).toBeGreaterThan(10_000);
    expect(Buffer.from(part).equals(Buffer.from(text.subarray(0, part.length)))).toBe(true);
    expect(inflateStart(packed, 5000)).toEqual(text.subarray(0, 5000));
  });

  it('ends on damage', () => {
    const packed = Uint8Array.from(deflateRawSync(text));
    for (let at = 0; at < packed.length; at += Math.ceil(packed.length / 200)) {
      const damaged = packed.slice();
      damaged[at] = (damaged[at] ?? 0) ^ 0xff;
      expect(inflateStart(damaged, 1e6).length).toBeLessThanOrEqual(1e6);
    }
  });
});
