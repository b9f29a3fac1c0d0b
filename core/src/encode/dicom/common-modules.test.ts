import { describe, expect, it } from 'vitest';
import type { ExportRecord } from '../export-record.ts';
import { exportRecord } from '../record.test-support.ts';
import { commonModules, dateTimeOf } from './common-modules.ts';

const series = { instance: 'report', modality: 'SR', description: 'Report' } as const;
const { exam: _exam, source: _source, archived: _archived, ...bare } = exportRecord();
const record: ExportRecord = { ...bare, createdAt: '2026-07-31T22:30:00.000Z' };
const written = (more: Partial<ExportRecord>) => commonModules({ ...record, ...more }, series);

describe('times of an instance', () => {
  it('are the wall clock of the site, with its offset', () => {
    expect(written({ siteOffset: { created: '+02:00' } })).toMatchObject({
      TimezoneOffsetFromUTC: '+0200',
      ContentDate: '20260801',
      ContentTime: '003000',
    });
    const of = { ...record, siteOffset: { created: '-09:30' } };
    expect(dateTimeOf(of, record.createdAt)).toBe('20260731130000');
  });

  it('state the offset beside a study time without one, unless clocks were changed in between', () => {
    const exam = { date: '2026-07-30', time: '10:00:00' };
    const summer = written({ exam, siteOffset: { created: '+02:00', exam: '+02:00' } });
    expect(summer).toMatchObject({
      TimezoneOffsetFromUTC: '+0200',
      StudyTime: '100000',
      ContentTime: '003000',
    });
    const changed = written({ exam, siteOffset: { created: '+02:00', exam: '+01:00' } });
    expect(changed.TimezoneOffsetFromUTC).toBeUndefined();
    expect(changed.ContentTime).toBe('003000');
  });

  it('are in the zone of the exam where its file states one', () => {
    const exam = { date: '2026-07-30', time: '10:00:00', utcOffset: '+05:30' };
    expect(written({ exam, siteOffset: { created: '+02:00', exam: '+02:00' } })).toMatchObject({
      TimezoneOffsetFromUTC: '+0530',
      ContentTime: '040000',
    });
  });
});

describe('what the site keeps of patient and request', () => {
  const kept = {
    patientName: 'Yamada^Tarou=山田^太郎',
    patientBirthDate: '19700131',
    patientSex: 'M',
    accessionNumber: 'ACC-1',
    referringPhysician: 'House^Gregory',
    studyDescription: 'CT head',
  };

  it('is written into every instance', () => {
    expect(written({ kept })).toMatchObject({
      PatientName: 'Yamada^Tarou=山田^太郎',
      PatientBirthDate: '19700131',
      PatientSex: 'M',
      AccessionNumber: 'ACC-1',
      ReferringPhysicianName: 'House^Gregory',
      StudyDescription: 'CT head',
    });
    expect(written({})).toMatchObject({ PatientName: '', AccessionNumber: '' });
  });

  it('leaves out an accession number that does not fit: a cut one could be another request', () => {
    expect(written({ kept: { accessionNumber: 'A'.repeat(17) } }).AccessionNumber).toBe('');
  });
});
