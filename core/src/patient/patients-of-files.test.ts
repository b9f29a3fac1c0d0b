import { describe, expect, it } from 'vitest';
import { areApart, type FileIdentity, patientWords } from './file-identity.ts';
import { patientsOfFiles } from './patients-of-files.ts';

const file = (name: string, identity?: FileIdentity) => ({ name, facts: { identity } });
const groups = (...files: ReturnType<typeof file>[]) =>
  patientsOfFiles(files).map(({ files: of }) => of.map(({ name }) => name).join(' '));

const ann = { patientId: 'RPT-A', name: 'DOE^ANN', birthDate: '19700131', studyUid: '1.2' };

describe('values of one patient', () => {
  it.each([
    ['patientId', 'rpt-a ', 'RPT-A'],
    ['patientId', 'RPT-A^^^', 'RPT-A'],
    ['patientId', 'RPT-A\0', 'RPT-A'],
    ['name', 'Doe^Ann', 'DOE^ANN^^^'],
    ['name', 'Doe, Ann', 'Doe^Ann'],
    ['name', 'Yamada^Tarou=山田^太郎', 'YAMADA TAROU'],
    ['birthDate', '1970.01.31', '19700131'],
    ['studyUid', '1.2 ', '1.2'],
    ['issuer', '', 'CLINIC'],
  ] as const)('%s: %j and %j differ in spelling alone', (field, a, b) => {
    expect([areApart(field, a, b), areApart(field, b, a)]).toEqual([false, false]);
  });

  it.each([
    ['patientId', 'RPT-A', 'RPT-B'],
    ['patientId', '042', '42'],
    ['patientId', 'P-1', 'P1'],
    ['name', 'DOE^ANN', 'DOE^EVE'],
    ['name', 'Yamada^Tarou=山田^太郎', 'Yamada^Tarou=山田^花子'],
    ['birthDate', '19700131', '19700130'],
    ['issuer', 'NORTH', 'SOUTH'],
  ] as const)('%s: %j and %j are two', (field, a, b) => {
    expect([areApart(field, a, b), areApart(field, b, a)]).toEqual([true, true]);
  });
});

describe('the patients of files', () => {
  it('are one group where all name the same, whatever the spelling, which is shown', () => {
    const found = patientsOfFiles([
      file('a', ann),
      file('b', { ...ann, name: 'Doe^Ann', patientId: 'rpt-a' }),
    ]);
    expect(found).toHaveLength(1);
    expect(found[0]?.spellings).toEqual([
      'patient ID spelled "RPT-A" and "rpt-a"',
      'patient name spelled "DOE^ANN" and "Doe^Ann"',
    ]);
  });

  it.each([
    ['ID', { patientId: 'RPT-B' }],
    ['issuer', { issuer: 'SOUTH' }],
    ['name', { name: 'DOE^EVE' }],
    ['birth date', { birthDate: '19700130' }],
    ['study', { studyUid: '1.3' }],
  ])('are apart by %s alone, the largest first', (_what, other) => {
    const north = { ...ann, issuer: 'NORTH' };
    expect(groups(file('a', { ...north, ...other }), file('b', north), file('c', north))).toEqual([
      'b c',
      'a',
    ]);
  });

  it('a file that says less belongs to the patient of its study, else to the only one', () => {
    const eve = { ...ann, patientId: 'RPT-B', name: 'DOE^EVE', studyUid: '1.3' };
    expect(groups(file('a', ann), file('b', eve), file('c', { studyUid: '1.3' }))).toEqual(['b c', 'a']);
    expect(groups(file('a', ann), file('b'))).toEqual(['a b']);
    expect(groups(file('a', ann), file('b', eve), file('c'))).toHaveLength(3);
  });

  it('two patients under one study are two', () => {
    expect(groups(file('a', ann), file('b', { ...ann, patientId: 'RPT-B' }))).toEqual(['a', 'b']);
  });

  it('pictures that name no one are one group', () => {
    expect(groups(file('a'), file('b'))).toEqual(['a b']);
  });
});

describe('a patient in words', () => {
  it('has ID, name, birth date and issuer, as far as they are known', () => {
    expect(patientWords(ann)).toBe('patient RPT-A (DOE^ANN, born 19700131)');
    expect(patientWords({})).toBe('no patient ID');
  });
});
