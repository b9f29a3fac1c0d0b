import { type Code, ownSchemeUid } from '../../reading/code.ts';
import { dicomExamTime, offsetMs } from '../../report/exam-time.ts';
import type {
  ArchivedStudy,
  ExportRecord,
  InstanceName,
  KeptDetails,
  SourceInstance,
} from '../export-record.ts';
import type { DataSet } from './data-set.ts';
import { fitText } from './fit-text.ts';

export const sopClasses = {
  picture: '1.2.840.10008.5.1.4.1.1.7',
  capture: '1.2.840.10008.5.1.4.1.1.7',
  segmentation: '1.2.840.10008.5.1.4.1.1.66.4',
  report: '1.2.840.10008.5.1.4.1.1.88.34',
  'cad-report': '1.2.840.10008.5.1.4.1.1.88.50',
  document: '1.2.840.10008.5.1.4.1.1.104.1',
  'key-objects': '1.2.840.10008.5.1.4.1.1.88.59',
} as const satisfies Record<InstanceName, string>;

const seriesNumbers: Readonly<Record<InstanceName, number>> = {
  picture: 1,
  capture: 2,
  segmentation: 3,
  report: 4,
  'cad-report': 5,
  document: 6,
  'key-objects': 7,
};

/** Behind the series of the study that the results join. */
const firstJoinedSeries = 9000;

export interface SeriesFacts {
  readonly instance: InstanceName;
  readonly modality: string;
  readonly description: string;
  /** From 1; 1 where the series has one instance. */
  readonly number?: number | undefined;
}

/**
 * Patient, study, series, equipment and SOP common (PS3.3 C.7 and C.12) of one written instance. The
 * patient ID is the only identity that the product keeps unless the site keeps more. Results form a separate
 * study, or join that of an archived picture; what that study says of itself is written where it is
 * known. Times of the results are in universal time, or, where the exam names one, in its zone: one zone
 * counts for all times of an instance.
 */
export function commonModules(record: ExportRecord, series: SeriesFacts): DataSet {
  const { instance } = series;
  const { date, time } = dateAndTime(record.createdAt, clockOf(record));
  return {
    ...patientAndStudy(record),
    InstanceCreationDate: date,
    InstanceCreationTime: time,
    SOPClassUID: sopClasses[instance],
    SOPInstanceUID: record.uid(instance),
    Modality: series.modality,
    SeriesInstanceUID: record.uid(`${instance}-series`),
    SeriesNumber: seriesNumbers[instance] + (record.source ? firstJoinedSeries : 0),
    SeriesDate: date,
    SeriesTime: time,
    SeriesDescription: fitText(series.description),
    InstanceNumber: series.number ?? 1,
    ContentDate: date,
    ContentTime: time,
    InstitutionName: fitText(record.organisation),
    ...equipment(record),
  };
}

/** Patient and study of an instance, with the character set and the zone that its texts and times are in. */
export function patientAndStudy(record: ExportRecord): DataSet {
  const { archived, source, kept = {} } = record;
  const zone = zoneOf(record);
  const own = dateAndTime(record.createdAt, clockOf(record));
  const exam = record.exam ? dicomExamTime(record.exam) : source ? { date: '', time: '' } : own;
  return {
    SpecificCharacterSet: 'ISO_IR 192',
    ...(zone && { TimezoneOffsetFromUTC: zone.replace(':', '') }),
    PatientName: fitName(archived?.patientName ?? kept.patientName),
    PatientID: record.patientId,
    PatientBirthDate: archived?.patientBirthDate ?? kept.patientBirthDate ?? '',
    PatientSex: archived?.patientSex ?? kept.patientSex ?? '',
    StudyInstanceUID: record.uid('study'),
    StudyDate: archived?.studyDate ?? exam.date,
    StudyTime: archived?.studyTime ?? exam.time,
    AccessionNumber: archived?.accessionNumber ?? accessionOf(kept),
    ReferringPhysicianName: fitName(archived?.referringPhysician ?? kept.referringPhysician),
    StudyID: archived?.studyId ?? '',
    ...(source
      ? archivedDescription(archived, kept)
      : { StudyDescription: fitText(kept.studyDescription ?? record.document.title) }),
  };
}

function archivedDescription(archived: ArchivedStudy | undefined, kept: KeptDetails): DataSet {
  const description = archived?.studyDescription || fitText(kept.studyDescription ?? '');
  return description === '' ? {} : { StudyDescription: description };
}

/** SH: one that does not fit is left out, for a cut one could be another request's. */
function accessionOf({ accessionNumber = '' }: KeptDetails): string {
  const text = fitText(accessionNumber);
  return [...text].length <= 16 ? text : '';
}

/** PN: three groups of up to 64 characters (PS3.5 6.2). */
function fitName(name = ''): string {
  return name
    .split('=')
    .slice(0, 3)
    .map((group) => fitText(group))
    .join('=');
}

/**
 * General and enhanced general equipment (C.7.5.1, C.7.5.2). A program has no serial number but its version.
 */
function equipment({ product }: ExportRecord): DataSet {
  return {
    Manufacturer: fitText(product.name),
    ManufacturerModelName: fitText(product.name),
    DeviceSerialNumber: fitText(product.version),
    SoftwareVersions: fitText(product.version),
  };
}

/**
 * The offset from universal time of all times of an instance: the exam's where its file states one, else the
 * site's. Undefined where the site's clock was changed between a study time without a zone and the report:
 * one offset cannot be true of both, and none is stated.
 */
function zoneOf({ archived, exam, siteOffset }: ExportRecord): string | undefined {
  const hasTime = archived ? archived.studyTime !== '' : exam?.time !== undefined;
  if (hasTime && exam?.utcOffset) return exam.utcOffset;
  if (!hasTime) return siteOffset?.created ?? '+00:00';
  return siteOffset?.created === siteOffset?.exam ? siteOffset?.created : undefined;
}

/** The wall clock that times of the report itself are written in. */
function clockOf(record: ExportRecord): string {
  return zoneOf(record) ?? record.siteOffset?.created ?? '+00:00';
}

/** `20260131` and `095959`, in universal time or the zone given. */
export function dateAndTime(iso: string, zone = '+00:00'): { date: string; time: string } {
  const digits = new Date(Date.parse(iso) + offsetMs(zone)).toISOString().replace(/\D/g, '');
  return { date: digits.slice(0, 8), time: digits.slice(8, 14) };
}

/** A moment as DT, in the zone of the other times of the instance. */
export function dateTimeOf(record: ExportRecord, iso: string): string {
  const { date, time } = dateAndTime(iso, clockOf(record));
  return `${date}${time}`;
}

/** An item of a code sequence (PS3.3 8.8). */
export function codeItem({ value, scheme, meaning }: Code): DataSet {
  return { CodeValue: value, CodingSchemeDesignator: scheme, CodeMeaning: fitText(meaning) };
}

/** An item that names a written instance; the archived one for the picture that was read from it. */
export function instanceItem(record: ExportRecord, instance: InstanceName): DataSet {
  const { source } = record;
  if (instance === 'picture' && source) {
    return sourceItem(source);
  }
  return { ReferencedSOPClassUID: sopClasses[instance], ReferencedSOPInstanceUID: record.uid(instance) };
}

/** An item that names an archived instance. */
export function sourceItem({ sopClassUid, sopInstanceUid, frame }: SourceInstance): DataSet {
  return {
    ReferencedSOPClassUID: sopClassUid,
    ReferencedSOPInstanceUID: sopInstanceUid,
    ...(frame !== undefined && { ReferencedFrameNumber: frame }),
  };
}

/** The series that a written instance, or the archived image, belongs to. */
export function seriesUid(record: ExportRecord, instance: InstanceName): string {
  if (instance === 'picture' && record.source) return record.source.seriesUid;
  return record.uid(`${instance}-series`);
}

/** Says whose codes `99SECONDREAD` are (C.12.1.1, SOP common). */
export function ownScheme(record: ExportRecord): DataSet {
  return {
    CodingSchemeIdentificationSequence: [
      {
        CodingSchemeDesignator: '99SECONDREAD',
        CodingSchemeUID: ownSchemeUid,
        CodingSchemeName: 'Second Read',
        CodingSchemeResponsibleOrganization: record.product.name,
      },
    ],
  };
}
