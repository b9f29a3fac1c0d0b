import { patientIdText } from '../decode/dicom/patient-id.ts';
import type { FileIdentity } from './file-identity.ts';

/** Three groups of a name (PS3.5 6.2). */
const longestName = 3 * 64 + 2;

/** Values of a file's identity as its bytes were read: one character per byte. */
export interface IdentityTexts {
  readonly patientId?: string | undefined;
  readonly issuer?: string | undefined;
  readonly name?: string | undefined;
  readonly birthDate?: string | undefined;
  readonly studyUid?: string | undefined;
}

/** The same in the characters that the file declares; undefined where it says nothing. */
export function identityOfTexts(
  { patientId, issuer, name, birthDate, studyUid }: IdentityTexts,
  characterSets: readonly string[],
): FileIdentity | undefined {
  const said = {
    patientId: patientIdText(patientId, characterSets),
    issuer: patientIdText(issuer, characterSets),
    name: patientIdText(name, characterSets, longestName, { isName: true }),
    birthDate,
    studyUid,
  };
  const entries = Object.entries(said).filter(([, value]) => value !== undefined && value.trim() !== '');
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
