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
  person: z.object({ sex: z.enum(['M', 'F', 'O']).optional(), age: z.string().optional() }).optional(),
  taken: z
    .object({ date: z.string(), time: z.string().optional(), utcOffset: z.string().optional() })
    .optional(),
});
export type PictureExam = z.infer<typeof pictureExam>;

/** PS3.5 9.1. */
const validUid = /^(?=.{1,64}$)[0-2](\.(0|[1-9]\d*))+$/;

/** PS3.5 6.2: three digits and days, weeks, months or years. */
const validAge = /^\d{3}[DWMY]$/;

/** Undefined if the file states none. `keepsPerson`: whether the site keeps sex and age. */
export function examOf(
  identity: InstanceIdentity | undefined,
  { keepsPerson = false } = {},
): PictureExam | undefined {
  if (!identity) return undefined;
  const { studyUid, seriesUid, sopClassUid, sopInstanceUid, frameOfReferenceUid, patientId } = identity;
  const instance = { studyUid, seriesUid, sopClassUid, sopInstanceUid };
  const isNamed = Object.values(instance).every((each) => validUid.test(each));
  const taken = examTime(identity);
  if (!isNamed && !taken && patientId === '') return undefined;
  const space = validUid.test(frameOfReferenceUid ?? '') ? { frameOfReferenceUid } : {};
  const person = keepsPerson ? personOf(identity) : undefined;
  return {
    patientId,
    ...(isNamed && { instance: { ...instance, ...space } }),
    ...(person && { person }),
    ...(taken && { taken }),
  };
}

function personOf({ sex, age }: InstanceIdentity): PictureExam['person'] {
  const known = (['M', 'F', 'O'] as const).find((each) => each === sex);
  const isAge = age !== undefined && validAge.test(age);
  return known || isAge ? { ...(known && { sex: known }), ...(isAge && { age }) } : undefined;
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
