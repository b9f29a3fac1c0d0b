import { createRequire } from 'node:module';
import type argon2 from 'argon2';

const real: typeof argon2 = createRequire(import.meta.url)('argon2');

/**
 * Argon2 with the least memory it accepts, in the place of `argon2` (vitest.config.ts): a sign-in costs a
 * millisecond instead of 25, and most tests sign in. `enumeration.test.ts` looks at the real cost.
 */
export const hash = (password: string, options: argon2.HashOptions) =>
  real.hash(password, { ...options, memoryCost: 1024 });

export const { argon2id, verify } = real;
