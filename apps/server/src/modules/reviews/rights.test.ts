import { expect, it } from 'vitest';
import { rightsOf } from './rights.ts';

it.each([
  ['technician', false, []],
  ['reader', false, ['read', 'review', 'sign']],
  ['senior_reader', false, ['read', 'review', 'sign', 'overrule']],
  ['administrator', false, ['read', 'review', 'sign']],
  ['auditor', false, ['read']],
  ['reader', true, ['read', 'review']],
] as const)('the role %s, of the sandbox: %s, has these rights', (role, isDemo, rights) => {
  expect(rightsOf({ role, isDemo })).toEqual(rights);
});
