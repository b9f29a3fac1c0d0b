import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { leakedPasswordsFile, minPasswordLength, weaknessOf } from './password-rules.ts';

const owner = { username: 'adalove', email: 'ada.l@clinic.example' };

describe('a chosen password', () => {
  it.each([
    ['short', 'elevenchars'],
    ['different', 'abababababababab'],
    ['name', 'adalove-12'.padEnd(12, '3')],
    ['name', 'Ada.L@Clinic.example'],
    ['leaks', 'unbelievable'],
    ['leaks', 'QWERTYUIOP123'],
    ['leaks', '1q2w3e4r5t6y'],
    ['most', 'x1y2z3'.repeat(50)],
  ])('is refused as %s: %s', async (_why, password) => {
    expect(await weaknessOf(password, owner)).toBeDefined();
  });

  it.each(['blue lantern over harbour', 'k7#pqz0Vw!m2', 'пароль-из-четырёх-слов', 'adalove owns a violin'])(
    'is taken: %s',
    async (password) => {
      expect(await weaknessOf(password, owner)).toBeUndefined();
    },
  );
});

describe('the list of leaked passwords', () => {
  const text = readFileSync(leakedPasswordsFile(), 'utf8');

  it('is the one named in its notice', () => {
    const notice = readFileSync(new URL('../../../../assets/NOTICE.md', import.meta.url), 'utf8');
    expect(notice).toContain(createHash('sha256').update(text).digest('hex'));
  });

  it('holds entries that are long enough, in lower case, without duplicates', () => {
    const lines = text.trimEnd().split('\n');
    expect(lines).toHaveLength(43_940);
    expect(new Set(lines).size).toBe(lines.length);
    expect(lines.filter((line) => line.length < minPasswordLength || line !== line.toLowerCase())).toEqual(
      [],
    );
  });
});
