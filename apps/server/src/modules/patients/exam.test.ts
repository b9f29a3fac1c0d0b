import { describe, expect, it } from 'vitest';
import { examOf } from './exam.ts';

const identity = {
  sopClassUid: '1.2.840.10008.5.1.4.1.1.2',
  sopInstanceUid: '1.2.3.4',
  studyUid: '1.2.3',
  seriesUid: '1.2.3.1',
  patientId: 'P 1',
  studyDate: '20071122',
  studyTime: '103000',
  utcOffset: '',
};

describe('the exam of a file', () => {
  it('is its instance, patient, date and time', () => {
    const { sopClassUid, sopInstanceUid, studyUid, seriesUid } = identity;
    expect(examOf(identity)).toEqual({
      patientId: 'P 1',
      instance: { sopClassUid, sopInstanceUid, studyUid, seriesUid },
      taken: { date: '2007-11-22', time: '10:30:00' },
    });
  });

  it.each(['', '1', '1.02.3', '1.2.3\\4', `1.${'2'.repeat(70)}`, 'abc', '1..2', '3.1'])(
    'names no instance where a UID is %j: results must join a study that there may be',
    (studyUid) => {
      expect(examOf({ ...identity, studyUid })?.instance).toBeUndefined();
    },
  );

  it('has sex and age only where the site keeps them, and only as DICOM writes them', () => {
    const file = { ...identity, sex: 'F', age: '054Y' };
    expect(examOf(file)?.person).toBeUndefined();
    expect(examOf(file, { keepsPerson: true })?.person).toEqual({ sex: 'F', age: '054Y' });
    const odd = { ...identity, sex: 'X', age: '54' };
    expect(examOf(odd, { keepsPerson: true })?.person).toBeUndefined();
  });

  it('is undefined for other formats, and for files without one', () => {
    expect(examOf(undefined)).toBeUndefined();
    expect(examOf({ ...identity, studyUid: '', patientId: '', studyDate: '' })).toBeUndefined();
  });
});
