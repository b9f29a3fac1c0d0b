import { describe, expect, it } from 'vitest';
import { uuidV7 } from './uuid-v7.ts';

describe('uuidV7', () => {
  it('carries version, variant and timestamp', () => {
    const id = uuidV7(new Date(0x0123456789ab));
    expect(id).toMatch(/^01234567-89ab-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('sorts by time and differs within one millisecond', () => {
    const earlier = uuidV7(new Date(1_000_000));
    const later = uuidV7(new Date(1_000_001));
    expect(earlier < later).toBe(true);
    expect(uuidV7(new Date(1_000_000))).not.toBe(earlier);
  });
});
