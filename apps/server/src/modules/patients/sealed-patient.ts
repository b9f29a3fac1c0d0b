import { createHash, createHmac } from 'node:crypto';
import { deriveKey, findKey, type KeyRing } from '../../platform/crypto/key-ring.ts';
import { openText, sealText } from '../../platform/crypto/sealed-text.ts';

type Table = 'analyses' | 'reports' | 'batches' | 'reviews' | 'review_changes' | 'phrases';

interface SealedRow {
  readonly id: string;
  readonly patientId: string;
  readonly patientKey: string | null;
}

/** The two columns of a patient ID. Bound to its row: it does not decrypt in another. */
export function sealPatient(patientId: string, place: { table: Table; id: string }, keys: KeyRing) {
  const [key] = keys;
  return { patientId: sealText(patientId, placeOf(place.table, place.id), key), patientKey: key.id };
}

/** The patient ID of a row, decrypted. Throws when its key is missing or it was tampered with. */
export function openPatient(table: Table, row: SealedRow, keys: KeyRing): string {
  return openField(table, row, row.patientId, keys);
}

/** Any other text of the row sealed with it, such as the DICOM file's patient ID. */
export function openField(
  table: Table,
  { id, patientKey }: Pick<SealedRow, 'id' | 'patientKey'>,
  sealed: string,
  keys: KeyRing,
): string {
  if (patientKey === null) return sealed;
  const key = findKey(keys, patientKey);
  if (!key) throw new Error(`a patient ID is sealed under the key ${patientKey}, which is not in DATA_KEYS`);
  return openText(sealed, placeOf(table, id), key);
}

/**
 * Seals a further text of a row that exists, under the row's key: it names one for all that is sealed in
 * it.
 */
export function sealField(
  table: Table,
  { id, patientKey }: Pick<SealedRow, 'id' | 'patientKey'>,
  text: string,
  keys: KeyRing,
): string {
  const key = patientKey === null ? undefined : findKey(keys, patientKey);
  if (!key) throw new Error(`the key ${patientKey} of a row is not in DATA_KEYS`);
  return sealText(text, placeOf(table, id), key);
}

/**
 * Digests of equal requests, the one to store first. Keyed, because patient IDs could otherwise be guessed
 * from the pictures' digests.
 */
export function requestDigests(parts: readonly unknown[], keys: KeyRing): readonly [string, ...string[]] {
  const text = JSON.stringify(parts);
  const keyed = (key: KeyRing[0]) =>
    createHmac('sha256', deriveKey(key, 'request digest')).update(text).digest('hex');
  const [first, ...others] = keys;
  const unkeyed = createHash('sha256').update(text).digest('hex');
  return [keyed(first), ...others.map(keyed), unkeyed];
}

function placeOf(table: Table, id: string): string {
  return `${table} ${id} patient`;
}
