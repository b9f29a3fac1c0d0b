import { describe, expect, it } from 'vitest';
import { matches, searchOf, tags } from './matching.ts';

const study = { [tags.patientName]: { vr: 'PN', Value: [{ Alphabetic: 'Doe^Jane' }] } };
const fits = (value: string) => matches(study, searchOf({ offset: 0, PatientName: value }).keys, 'study');

describe('wildcards', () => {
  it.each([
    ['doe^jane', true],
    ['DOE*', true],
    ['*ane', true],
    ['D?e^*a?e', true],
    ['*?*?e', true],
    ['*?*?x', false],
    ['Doe^Jane?', false],
    ['Doe^Jane*', true],
    ['Doe', false],
    ['*oe*', true],
    ['.*', false],
    ['Roe*\\doe*', true],
    [`${'?'.repeat(8)}`, true],
    [`${'?'.repeat(9)}`, false],
    [`${'*'.repeat(100)}x`, false],
    [`${'*?'.repeat(100)}`, false],
  ])('%s: %s', (value, expected) => {
    expect(fits(value)).toBe(expected);
  });

  it('a value of more than 200 characters is refused; a list of values may be longer', () => {
    expect(() => fits('*'.repeat(201))).toThrow('longer than 200');
    const uids = Array.from({ length: 50 }, (_, at) => `1.2.3.${at}`).join(',');
    expect(searchOf({ offset: 0, StudyInstanceUID: uids }).keys.get(tags.studyUid)).toBe(uids);
  });
});
