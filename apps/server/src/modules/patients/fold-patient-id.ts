/**
 * Patient IDs are searched without regard to case, by one rule for what is stored and what is
 * typed; the database's own rule depends on its locale.
 */
export function foldPatientId(patientId: string): string {
  return patientId.normalize('NFC').toLowerCase();
}
