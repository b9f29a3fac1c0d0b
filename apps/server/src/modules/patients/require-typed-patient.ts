import { isUndecodable } from '@second-read/core/decode/dicom/text/decode-text';
import { areApart, type FileIdentity, patientWords } from '@second-read/core/patient/file-identity';
import { Problem } from '../../calls/problem.ts';

/**
 * That a file names no other patient than the request.
 * @throws Problem `patient_mismatch`
 */
export function requireTypedPatient(identity: FileIdentity | undefined, typed: string): void {
  const { patientId } = identity ?? {};
  // What cannot be read names no one.
  if (!identity || patientId === undefined || isUndecodable(patientId)) return;
  if (!areApart('patientId', patientId, typed)) return;
  const message = `The file names ${patientWords(identity)}, not ${typed}. Nothing was stored. Correct the patient ID, or confirm it (patient_id_confirmed).`;
  throw new Problem('patient_mismatch', message, { patients: [{ ...presentPatient(identity), files: 1 }] });
}

/** Of an error reply. */
export function presentPatient({ patientId, name, birthDate, studyUid }: FileIdentity) {
  return {
    patient_id: patientId ?? null,
    ...(name !== undefined && { patient_name: name }),
    ...(birthDate !== undefined && { birth_date: birthDate }),
    ...(studyUid !== undefined && { study_uid: studyUid }),
  };
}
