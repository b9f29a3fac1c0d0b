import { expect, it } from 'vitest';
import { wordsOfEntry } from './entry-words.ts';

const off = (reason: string) => ({ lung: { reason } });

it.each([
  ['account.created', { username: 'tess', role: 'technician' }, 'Created the account tess as Technician'],
  [
    'account.role_changed',
    { username: 'ben', from: 'senior_reader', to: 'auditor' },
    'Changed the role of ben from Senior reader to Auditor',
  ],
  ['account.reset', { username: 'ben' }, 'Reset the password of ben'],
  [
    'access.denied',
    { right: 'sign' },
    'Was refused: the role does not let this account sign, amend or withdraw reports',
  ],
  [
    'organisation.settings_changed',
    { name: { from: 'A', to: 'B' }, modules_off: { from: {}, to: off('New scanner') } },
    'Renamed the organization from A to B. Switched off Lung CT Analysis: New scanner',
  ],
  [
    'organisation.settings_changed',
    { modules_off: { from: off('New scanner'), to: {} } },
    'Switched on Lung CT Analysis',
  ],
  ['organisation.settings_changed', { letterhead: 'changed' }, 'Changed the setting letterhead'],
] as const)('%s of %o is said in a sentence', (action, details, words) => {
  expect(wordsOfEntry({ action, details: { ...details } })).toBe(words);
});

it('leaves an entry that speaks for itself, or says nothing known, as it is', () => {
  expect(wordsOfEntry({ action: 'report.read', details: {} })).toBeNull();
  expect(wordsOfEntry({ action: 'account.created', details: {} })).toBeNull();
  expect(wordsOfEntry({ action: 'access.denied', details: { right: 'fly' } })).toBeNull();
});
