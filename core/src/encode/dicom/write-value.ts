import type { DicomValue } from './data-set.ts';

/** Longest value in characters by representation (PS3.5 table 6.2-1). Longer ones are not written. */
const longest: Readonly<Record<string, number>> = {
  CS: 16,
  SH: 16,
  LO: 64,
  PN: 64,
  UI: 64,
  ST: 1024,
  DS: 16,
  IS: 12,
};
/** One value whatever it contains: a backslash separates nothing there. */
const unsplit = new Set(['ST', 'LT', 'UT']);

/** The bytes of a value, of even length. Throws for a value that its representation does not allow. */
export function valueBytes(vr: string, value: Exclude<DicomValue, readonly object[]>): Uint8Array {
  if (value instanceof Uint8Array) return padded(value, 0);
  const list = typeof value === 'string' || typeof value === 'number' ? [value] : value;
  switch (vr) {
    case 'US':
      return numbers(list, 2, (view, at, each) => view.setUint16(at, each, true));
    case 'UL':
      return numbers(list, 4, (view, at, each) => view.setUint32(at, each, true));
    case 'FL':
      return numbers(list, 4, (view, at, each) => view.setFloat32(at, each, true));
    case 'AT':
      return numbers(list, 4, (view, at, each) => {
        view.setUint16(at, each >>> 16, true);
        view.setUint16(at + 2, each & 0xffff, true);
      });
    default:
      return padded(utf8(list.map((each) => text(vr, each)).join('\\')), vr === 'UI' ? 0 : 0x20);
  }
}

function numbers(
  list: readonly (string | number)[],
  size: number,
  set: (view: DataView, at: number, value: number) => void,
): Uint8Array {
  // An empty text is an empty element.
  const values = list.filter((each) => each !== '').map(Number);
  const view = new DataView(new ArrayBuffer(values.length * size));
  values.forEach((each, index) => {
    set(view, index * size, each);
  });
  return new Uint8Array(view.buffer);
}

function text(vr: string, value: string | number): string {
  const written = typeof value === 'number' ? decimal(value) : value;
  const maxLength = longest[vr] ?? Number.POSITIVE_INFINITY;
  // A name has its limit for each of its groups (PS3.5 6.2).
  const limited = vr === 'PN' ? written.split('=') : [written];
  if (limited.some((each) => [...each].length > maxLength)) throw new RangeError(`too long for ${vr}`);
  if (!unsplit.has(vr) && /[\\\p{Cc}]/u.test(written))
    throw new RangeError(`a character that ${vr} does not allow`);
  return written;
}

/** A decimal string of at most 16 characters (PS3.5, DS). */
function decimal(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError('not a number');
  for (let digits = 17; digits > 6; digits -= 1) {
    const written = String(Number(value.toPrecision(digits)));
    if (written.length <= 16) return written;
  }
  return value.toExponential(8);
}

function padded(bytes: Uint8Array, padding: number): Uint8Array {
  if (bytes.length % 2 === 0) return bytes;
  const even = new Uint8Array(bytes.length + 1);
  even.set(bytes);
  even[bytes.length] = padding;
  return even;
}

/** UTF-8 of a text; a surrogate without its other half becomes U+FFFD. */
function utf8(text: string): Uint8Array {
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
