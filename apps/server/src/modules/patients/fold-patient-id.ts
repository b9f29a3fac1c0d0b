/**
 * Patient ID searches ignore case, by one rule for stored and typed text; the database's own rule depends
 * on its locale.
 */
export function foldPatientId(patientId: string): string {
  return patientId.normalize('NFC').toLowerCase();
}
