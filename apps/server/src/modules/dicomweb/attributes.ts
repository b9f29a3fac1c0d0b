import { explicitLittleEndian } from '@second-read/core/decode/dicom/dataset/transfer-syntax';
import type { DataSet } from '@second-read/core/encode/dicom/data-set';
import { dictionary, isKeyword } from '@second-read/core/encode/dicom/dictionary';
import { writeDataSet } from '@second-read/core/encode/dicom/write-data-set';
import {
  dicomJson,
  type JsonDataset,
  type JsonValue,
  tagText,
} from '../../platform/compute/dicom-web/dicom-json.ts';

/** Attributes that the server writes, in the DICOM JSON model. */
export function jsonOf(dataSet: DataSet): JsonDataset {
  return dicomJson(writeDataSet(dataSet), 0, explicitLittleEndian);
}

/** Not written in files, but part of query replies. */
const queried: Readonly<Record<string, string>> = {
  InstanceAvailability: '00080056',
  ModalitiesInStudy: '00080061',
  RetrieveURL: '00081190',
  NumberOfSeriesRelatedInstances: '00201209',
};

/** The tag of a keyword or of eight hexadecimal digits; undefined for what is neither. */
export function tagOf(name: string): string | undefined {
  if (/^[0-9a-f]{8}$/i.test(name)) return name.toUpperCase();
  return isKeyword(name) ? tagText(dictionary[name][0]) : queried[name];
}

/** Attributes that replies have at each level where the instance states them (PS3.18 10.6.3). */
const levels = {
  study: `SpecificCharacterSet StudyDate StudyTime AccessionNumber ReferringPhysicianName TimezoneOffsetFromUTC
    StudyDescription PatientName PatientID PatientBirthDate PatientSex StudyInstanceUID StudyID`,
  series: `SpecificCharacterSet Modality TimezoneOffsetFromUTC SeriesDate SeriesTime SeriesDescription
    SeriesInstanceUID SeriesNumber StudyInstanceUID`,
  instance: `SpecificCharacterSet SOPClassUID SOPInstanceUID TimezoneOffsetFromUTC InstanceNumber Rows Columns
    BitsAllocated NumberOfFrames StudyInstanceUID SeriesInstanceUID`,
} as const;
export type Level = keyof typeof levels;

export const tagsOf = Object.fromEntries(
  Object.entries(levels).map(([level, names]) => [
    level,
    names.split(/\s+/).flatMap((name) => tagOf(name) ?? []),
  ]),
) as Readonly<Record<Level, string[]>>;

/** Of the metadata of an instance what a reply at this level has; `all` leaves everything. */
export function narrowed(metadata: JsonDataset, level: Level, included: readonly string[]): JsonDataset {
  if (included.includes('all')) return metadata;
  const wanted = [...tagsOf[level], ...included];
  return Object.fromEntries(wanted.flatMap((tag) => (metadata[tag] ? [[tag, metadata[tag]]] : [])));
}

/** The values of an attribute as texts; of a name its groups. */
export function textsOf(metadata: JsonDataset, tag: string): string[] {
  return (metadata[tag]?.Value ?? []).flatMap((value: JsonValue) =>
    value === null ? [] : typeof value === 'object' ? Object.values(value).map(String) : [String(value)],
  );
}
