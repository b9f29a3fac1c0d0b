import { isVisibleText } from '@second-read/contract/analyses';

/** Four random digits, zero-padded: what the field is prefilled with. */
export function generatePatientId(): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return String(random % 10_000).padStart(4, '0');
}

/** A name for one attempt, of letters and digits; `randomUUID` is missing on plain HTTP. */
export function attemptKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Also where nothing of it can be seen. */
export function isPatientIdMissing(patientId: string): boolean {
  return !isVisibleText(patientId);
}
