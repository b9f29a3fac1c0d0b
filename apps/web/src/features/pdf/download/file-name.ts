/** Characters that some file system refuses, and control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must go
const forbidden = /[\u0000-\u001f\u007f<>:"/\\|?*]+/g;
const longest = 180;

/** Fills in patient ID and time, and leaves only what every file system takes. */
export function pdfFileName(template: string, patientId: string | null, now: Date): string {
  const timestamp = now.toISOString().slice(0, 19).replaceAll(':', '-');
  const name = template
    .replaceAll('{patientId}', () => patientId?.trim() || 'N-A')
    .replaceAll('{timestamp}', timestamp)
    .replace(/\.pdf$/i, '')
    .replace(forbidden, '-')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  return `${[...name].slice(0, longest).join('')}.pdf`;
}
