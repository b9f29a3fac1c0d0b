import { describe, expect, it } from 'vitest';
import { weaknessOf } from './password-rules.ts';

const owner = { username: 'adalove', email: 'ada.l@clinic.example' };

describe('a password of somebody’s choice', () => {
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
