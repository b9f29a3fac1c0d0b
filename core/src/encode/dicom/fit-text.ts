/**
 * A text as one value of a short representation: one line, no separators, cut at `max` characters with an
 * ellipsis.
 */
export function fitText(text: string, max = 64): string {
  const line = text.replace(/[\\\p{Cc}\s]+/gu, ' ').trim();
  const characters = [...line];
  return characters.length <= max ? line : `${characters.slice(0, max - 1).join('')}…`;
}

/** A text of several lines, which keeps its line breaks. */
export function plainText(text: string): string {
  return text
    .replace(/[^\P{Cc}\n]+/gu, ' ')
    .replaceAll('\n', '\r\n')
    .trim();
}

/**
 * Whether a patient ID can stand in DICOM as it is: a cut or altered one could be another patient's.
 * LO has at most 64 characters, no backslash and no control characters (PS3.5 table 6.2-1).
 */
export function isDicomPatientId(patientId: string): boolean {
  return [...patientId].length <= 64 && !/[\\\p{Cc}]/u.test(patientId);
}
