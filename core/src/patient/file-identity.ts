import type { ExamTime } from '../report/exam-time.ts';

/** The patient and the study that a file names; undefined where it says nothing. */
export interface FileIdentity {
  readonly patientId?: string | undefined;
  /** Issuer of Patient ID (0010,0021). */
  readonly issuer?: string | undefined;
  /** As DICOM writes it: `Doe^Jane`. */
  readonly name?: string | undefined;
  /** As DICOM writes it: `19700131`. */
  readonly birthDate?: string | undefined;
  readonly studyUid?: string | undefined;
  /** When the study was made, and the number of its request: shown, but never compared. */
  readonly taken?: ExamTime | undefined;
  readonly accessionNumber?: string | undefined;
}

/** What distinguishes patients; the study distinguishes examinations of one patient. */
export const patientFields = ['patientId', 'issuer', 'name', 'birthDate'] as const;
export const identityFields = [...patientFields, 'studyUid'] as const;
export type IdentityField = (typeof identityFields)[number];

export const fieldWords: Readonly<Record<IdentityField, string>> = {
  patientId: 'patient ID',
  issuer: 'issuer of the patient ID',
  name: 'patient name',
  birthDate: 'birth date',
  studyUid: 'study',
};

/**
 * The parts of a value that are compared, without spelling: case, padding, and how the components of a name
 * or an ID are separated. Empty where nothing is left. Nothing else is guessed: `P-1` and `P1`, or `042` and
 * `42`, are two patients. A name has one part per group (alphabetic, ideographic, phonetic; PS3.5 6.2.1.1).
 */
export function comparedParts(field: IdentityField, value: string): readonly string[] {
  // Old files write dates with dots (ACR-NEMA).
  if (field === 'birthDate') return [value.replace(/[^0-9]/g, '')];
  return field === 'name' ? value.split('=').map(foldName) : [fold(value)];
}

function fold(value: string): string {
  return value
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s^\0]+/g, ' ')
    .trim();
}

function foldName(group: string): string {
  return fold(group.replaceAll(',', ' '));
}

/** Whether parts differ where both are there: a file that says less says nothing against the other. */
export function arePartsApart(a: readonly string[], b: readonly string[]): boolean {
  return a.some((part, at) => part !== '' && (b[at] ?? '') !== '' && part !== b[at]);
}

/** Whether two values of a field differ beyond spelling. */
export function areApart(field: IdentityField, a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return arePartsApart(comparedParts(field, a), comparedParts(field, b));
}

/** "7 of patient 0042 (Doe^Jane, born 19700131)": what the screen and error messages call a patient. */
export function patientWords({ patientId, issuer, name, birthDate }: FileIdentity): string {
  const id = patientId === undefined ? 'no patient ID' : `patient ${patientId}`;
  const more = [
    ...(name === undefined ? [] : [name]),
    ...(birthDate === undefined ? [] : [`born ${birthDate}`]),
    ...(issuer === undefined ? [] : [`ID issued by ${issuer}`]),
  ];
  return more.length === 0 ? id : `${id} (${more.join(', ')})`;
}
