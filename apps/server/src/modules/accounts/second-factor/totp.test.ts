import { describe, expect, it } from 'vitest';
import { codeAt, makeTotpSecret, stepOfCode, totpUri } from './totp.ts';

describe('codes', () => {
  // RFC 6238, appendix B, for SHA-1, cut to six digits.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %i s are those of the standard', (seconds, code) => {
    expect(codeAt(Math.floor(seconds / 30), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')).toBe(code);
  });

  it('are accepted one step early or late, once, and never an earlier one afterwards', () => {
    const secret = makeTotpSecret();
    const now = new Date(1_000_000_000_000);
    const step = Math.floor(now.getTime() / 30_000);
    for (const offset of [-1, 0, 1])
      expect(stepOfCode(codeAt(step + offset, secret), secret, now, null)).toBe(step + offset);
    for (const offset of [-2, 2])
      expect(stepOfCode(codeAt(step + offset, secret), secret, now, null)).toBeUndefined();
    expect(stepOfCode(codeAt(step, secret), secret, now, step)).toBeUndefined();
    for (const wrong of ['', '12345', '1234567', 'abcdef'])
      expect(stepOfCode(wrong, secret, now, null)).toBeUndefined();
  });

  it("come from a secret in an app's format", () => {
    const secret = makeTotpSecret();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(totpUri(secret, { issuer: 'Second Read', account: 'ada' })).toBe(
      `otpauth://totp/Second%20Read:ada?secret=${secret}&issuer=Second+Read`,
    );
  });
});
