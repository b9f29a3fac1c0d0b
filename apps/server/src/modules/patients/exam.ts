import { declaredFacts } from '@second-read/core/deidentify/declared-facts';
import type { InstanceIdentity } from '@second-read/core/deidentify/read-identity';
import { examTime } from '@second-read/core/report/exam-time';
import { z } from 'zod';
import type { KeyRing } from '../../platform/crypto/key-ring.ts';
import { openField, sealPatient } from './sealed-patient.ts';

const uid = z.string();

/**
 * The exam that a picture's file states: patient, instance, date. It identifies the patient, so it is sealed.
 */
export const pictureExam = z.object({
  patientId: z.string(),
  /** Undefined if missing or invalid. */
  instance: z
    .object({
      studyUid: uid,
      seriesUid: uid,
      sopClassUid: uid,
      sopInstanceUid: uid,
      frameOfReferenceUid: uid.optional(),
    })
    .optional(),
  /** Only where the site keeps what its files say of a person. */
  person: z
    .object({
      name: z.string().optional(),
      birthDate: z.string().optional(),
      sex: z.enum(['M', 'F', 'O']).optional(),
      age: z.string().optional(),
    })
    .optional(),
  /** The same of the request that the picture was made for. */
  request: z
    .object({
      accessionNumber: z.string().optional(),
      referringPhysician: z.string().optional(),
      studyDescription: z.string().optional(),
    })
    .optional(),
  /** What the reading must know, and de-identification removes. */
  declared: declaredFacts.optional(),
  taken: z
    .object({ date: z.string(), time: z.string().optional(), utcOffset: z.string().optional() })
    .optional(),
});
export type PictureExam = z.infer<typeof pictureExam>;

/** PS3.5 9.1. */
const validUid = /^(?=.{1,64}$)[0-2](\.(0|[1-9]\d*))+$/;

/** PS3.5 6.2: three digits and days, weeks, months or years. */
const validAge = /^\d{3}[DWMY]$/;

/** Undefined if the file states none. `keepsPerson`: whether the site keeps names, sex, age and request. */
export function examOf(
  identity: InstanceIdentity | undefined,
  { keepsPerson = false } = {},
): PictureExam | undefined {
  if (!identity) return undefined;
  const { studyUid, seriesUid, sopClassUid, sopInstanceUid, frameOfReferenceUid, patientId } = identity;
  const instance = { studyUid, seriesUid, sopClassUid, sopInstanceUid };
  const isNamed = Object.values(instance).every((each) => validUid.test(each));
  const taken = examTime(identity);
  const { declared } = identity;
  const person = keepsPerson ? personOf(identity) : undefined;
  const request = keepsPerson ? identity.request : undefined;
  if (!isNamed && !taken && !declared && !person && !request && patientId === '') return undefined;
  const space = validUid.test(frameOfReferenceUid ?? '') ? { frameOfReferenceUid } : {};
  return {
    patientId,
    ...(isNamed && { instance: { ...instance, ...space } }),
    ...(person && { person }),
    ...(request && { request }),
    ...(declared && { declared }),
    ...(taken && { taken }),
  };
}

/** PS3.5 6.2, DA. */
const validDate = /^\d{8}$/;

function personOf({ sex, age, named }: InstanceIdentity): PictureExam['person'] {
  const known = (['M', 'F', 'O'] as const).find((each) => each === sex);
  const isAge = age !== undefined && validAge.test(age);
  const { name, birthDate } = named ?? {};
  const person = {
    ...(name !== undefined && { name }),
    ...(birthDate !== undefined && validDate.test(birthDate) && { birthDate }),
    ...(known && { sex: known }),
    ...(isAge && { age }),
  };
  return Object.keys(person).length > 0 ? person : undefined;
}

/** What a report is searched by beside its patient ID, where the site keeps it: name and accession number. */
export function searchedNames(exam: PictureExam | undefined): string[] {
  const name = exam?.person?.name?.replaceAll(/[\^=]+/g, ' ').trim();
  return [name, exam?.request?.accessionNumber].flatMap((text) => text || []);
}

/** The column of an analysis that holds it, under the key of its patient ID. */
export function sealExam(exam: PictureExam, analysisId: string, keys: KeyRing): string {
  return sealPatient(JSON.stringify(exam), { table: 'analyses', id: analysisId }, keys).patientId;
}

/** A row of `analyses`, as far as its exam goes. */
export interface ExamRow {
  readonly id: string;
  readonly patientKey: string | null;
  readonly exam: string | null;
}

export function openExam(row: ExamRow, keys: KeyRing): PictureExam | undefined {
  return row.exam === null
    ? undefined
    : pictureExam.parse(JSON.parse(openField('analyses', row, row.exam, keys)));
}
