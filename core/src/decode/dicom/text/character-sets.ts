/** One or two bytes to a character; undefined where the set has none. */
export interface CharacterSet {
  readonly bytes: 1 | 2;
  read(first: number, second: number): string | undefined;
}

/** Of the Encoding Standard: in every browser and in Node. */
declare const TextDecoder: new (
  label: string,
  options: { readonly fatal: true },
) => { decode(bytes: Uint8Array): string };

/** Undefined where the bytes are not of the encoding. */
export function decodeWhole(label: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** ISO 646, without its control characters. */
export const ascii = single((byte) => (byte >= 0x20 && byte <= 0x7e ? String.fromCharCode(byte) : undefined));

/** The upper half of an 8-bit set; from 0x80 to 0x9f are control characters, which DICOM does not use. */
function upperHalf(label: string): CharacterSet {
  return single((byte) => (byte >= 0xa0 ? decodeWhole(label, Uint8Array.of(byte)) : undefined));
}

/** Half-width katakana of JIS X 0201. */
const katakana = single((byte) =>
  byte >= 0xa1 && byte <= 0xdf ? String.fromCharCode(0xff61 + byte - 0xa1) : undefined,
);

function single(read: (byte: number) => string | undefined): CharacterSet {
  return { bytes: 1, read };
}

/** A set of 94 by 94 characters, by the encoding that has it behind `lead` with the high bits set. */
function double(
  label: string,
  { lead = [], names = {} }: { lead?: readonly number[]; names?: Readonly<Record<string, string>> } = {},
): CharacterSet {
  return {
    bytes: 2,
    read: (first, second) => {
      if ([first, second].some((byte) => (byte & 0x7f) < 0x21 || (byte & 0x7f) > 0x7e)) return undefined;
      const text = decodeWhole(label, Uint8Array.of(...lead, first | 0x80, second | 0x80));
      return text && (names[text] ?? text);
    },
  };
}

/** Signs of JIS X 0208 that the Encoding Standard maps to others than Unicode does. */
const jisNames: Readonly<Record<string, string>> = {
  '\uff5e': '\u301c',
  '\u2225': '\u2016',
  '\uff0d': '\u2212',
  '\uffe0': '\u00a2',
  '\uffe1': '\u00a3',
  '\uffe2': '\u00ac',
};

/** Where a set is invoked: G0 is read from bytes below 0x80, G1 from those above. */
export interface Invoked {
  readonly half: 'g0' | 'g1';
  readonly set: CharacterSet;
}

const g0 = (set: CharacterSet): Invoked => ({ half: 'g0', set });
const g1 = (set: CharacterSet): Invoked => ({ half: 'g1', set });

/**
 * The sets of the ISO 2022 terms (PS3.3 C.12.1.1.2) by their number in the ISO register, with the escape
 * sequence that invokes each, as text behind ESC.
 */
const registered: Readonly<Record<string, readonly [escape: string, invoked: Invoked]>> = {
  '6': ['(B', g0(ascii)],
  '13': [')I', g1(katakana)],
  '14': ['(J', g0(ascii)],
  '58': ['$)A', g1(double('gbk'))],
  '87': ['$B', g0(double('euc-jp', { names: jisNames }))],
  '100': ['-A', g1(single((byte) => (byte >= 0xa0 ? String.fromCharCode(byte) : undefined)))],
  '101': ['-B', g1(upperHalf('iso-8859-2'))],
  '109': ['-C', g1(upperHalf('iso-8859-3'))],
  '110': ['-D', g1(upperHalf('iso-8859-4'))],
  '126': ['-F', g1(upperHalf('iso-8859-7'))],
  '127': ['-G', g1(upperHalf('iso-8859-6'))],
  '138': ['-H', g1(upperHalf('iso-8859-8'))],
  '144': ['-L', g1(upperHalf('iso-8859-5'))],
  '148': ['-M', g1(upperHalf('windows-1254'))],
  '149': ['$)C', g1(double('euc-kr'))],
  '159': ['$(D', g0(double('euc-jp', { lead: [0x8f] }))],
  '166': ['-T', g1(upperHalf('windows-874'))],
  '203': ['-b', g1(upperHalf('iso-8859-15'))],
};

export const escapes: readonly (readonly [string, Invoked])[] = Object.values(registered);

/** What a value begins with, by the number of value 1 of Specific Character Set. */
export function initialSets(number: string): { readonly g0: CharacterSet; readonly g1?: CharacterSet } {
  const invoked = registered[number]?.[1];
  return invoked?.half === 'g1' ? { g0: ascii, g1: invoked.set } : { g0: ascii };
}
