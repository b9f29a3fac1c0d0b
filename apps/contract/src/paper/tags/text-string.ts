/** A PDF text string of any characters: UTF-16 with its byte order mark, in hexadecimal. */
export function textString(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) =>
    text.charCodeAt(at).toString(16).padStart(4, '0'),
  );
  return `<feff${units.join('')}>`;
}
