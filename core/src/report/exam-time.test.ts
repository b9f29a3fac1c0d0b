import { describe, expect, it } from 'vitest';
import { dicomExamTime, examOrder, examTime, examWords, fhirExamTime, offsetMs } from './exam-time.ts';

const said = (studyDate: string, studyTime = '', utcOffset = '') =>
  examTime({ studyDate, studyTime, utcOffset });

describe('the time of an exam', () => {
  it.each([
    ['20071122', '103005.25', '+0100', { date: '2007-11-22', time: '10:30:05', utcOffset: '+01:00' }],
    ['2007.11.22', '10:30', '', { date: '2007-11-22', time: '10:30' }],
    ['20240229', '07', 'CET', { date: '2024-02-29', time: '07:00' }],
    ['20071122', "9 o'clock", '+0100', { date: '2007-11-22' }],
  ])('is read from %s %s %s', (date, time, offset, expected) => {
    expect(said(date, time, offset)).toEqual(expected);
  });

  it.each(['', '20230229', '00010101', '18991231', '20071322', '2007', 'SECRET12', '20071122\\x'])(
    'is unknown where the date is %j',
    (date) => {
      expect(said(date, '103000')).toBeUndefined();
    },
  );

  it('orders what was made earlier first, whatever was uploaded first', () => {
    const uploaded = (day: number) => `2026-11-${day}T12:00:00.000Z`;
    const exams = [
      examOrder(said('20071122', '103000'), uploaded(22)),
      examOrder(undefined, uploaded(20)),
      examOrder(said('20071122'), uploaded(23)),
      examOrder(said('20071122', '0930'), uploaded(24)),
      examOrder(said('20261120', '110000'), uploaded(25)),
    ];
    const sorted = exams.toSorted();
    expect(sorted.map((each) => exams.indexOf(each))).toEqual([2, 3, 0, 4, 1]);
  });

  it('is written for paper and for DICOM', () => {
    const exam = { date: '2007-11-22', time: '10:30:05' };
    expect([examWords(exam), examWords({ date: '2007-11-22' })]).toEqual(['2007-11-22 10:30', '2007-11-22']);
    expect(dicomExamTime(exam)).toEqual({ date: '20071122', time: '103005' });
    expect(dicomExamTime({ date: '2007-11-22' }).time).toBe('');
    expect(fhirExamTime(exam)).toBe('2007-11-22');
    expect(fhirExamTime({ date: '2007-11-22', time: '10:30', utcOffset: '-03:30' })).toBe(
      '2007-11-22T10:30:00-03:30',
    );
    expect(offsetMs('-03:30')).toBe(-12_600_000);
  });
});
