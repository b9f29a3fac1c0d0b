/** UTF-8 of a text; a surrogate without its other half becomes U+FFFD. */
export function utf8(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    pushCode(bytes, code >= 0xd800 && code <= 0xdfff ? 0xfffd : code);
  }
  return Uint8Array.from(bytes);
}

function pushCode(bytes: number[], code: number): void {
  if (code < 0x80) bytes.push(code);
  else if (code < 0x800) bytes.push(0xc0 | (code >> 6), tail(code));
  else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), tail(code >> 6), tail(code));
  else bytes.push(0xf0 | (code >> 18), tail(code >> 12), tail(code >> 6), tail(code));
}

function tail(code: number): number {
  return 0x80 | (code & 0x3f);
}
