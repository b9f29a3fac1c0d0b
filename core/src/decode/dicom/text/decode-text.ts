import { type CharacterSet, decodeWhole, escapes, initialSets } from './character-sets.ts';

/** Precedes the two hexadecimal digits of a byte that is no character in the declared sets. */
const unreadable = '\ufffd';

/** Whether a text has bytes that are no characters: fit to be shown, but not to identify a patient. */
export function isUndecodable(text: string): boolean {
  return text.includes(unreadable);
}

/** Sets that contain all others and know no code extensions. */
const whole: Readonly<Record<string, string>> = { '192': 'utf-8', GB18030: 'gb18030', GBK: 'gbk' };

export interface TextKind {
  /** Of a person (PN), whose components begin anew. */
  readonly isName?: boolean;
}

/**
 * Bytes, as one character each, to text by the values of Specific Character Set (PS3.3 C.12.1.1.2, PS3.5
 * 6.1.2.5). Bytes that are no characters in them become U+FFFD with the byte in hexadecimal digits, so that
 * different texts stay different.
 */
export function decodeText(raw: string, characterSets: readonly string[], kind: TextKind = {}): string {
  const terms = characterSets.map(termOf);
  const label = terms.map((term) => whole[term]).find((each) => each !== undefined);
  const bytes = Uint8Array.from(raw, (c) => c.charCodeAt(0));
  if (label !== undefined) return decodeWhole(label, bytes) ?? Array.from(bytes, readByte).join('');
  return new Extended(bytes, terms[0] ?? '6', kind).read();
}

/** `ISO 2022 IR 100`, `ISO_IR 100` and what careless writers make of them: `100`. */
function termOf(value: string): string {
  const name = value.trim().toUpperCase();
  return /IR[\s_-]*(\d+)$/.exec(name)?.[1] ?? (/^UTF-?8$/.test(name) ? '192' : name);
}

function readByte(byte: number): string {
  return byte < 0x80 ? String.fromCharCode(byte) : mark(byte);
}

function mark(byte: number): string {
  return unreadable + byte.toString(16).toUpperCase().padStart(2, '0');
}

const escapeByte = 0x1b;
const space = 0x20;

/** A text with code extensions: escape sequences change the sets, delimiters bring the first ones back. */
class Extended {
  private at = 0;
  private sets: { g0: CharacterSet; g1?: CharacterSet };

  constructor(
    private readonly bytes: Uint8Array,
    private readonly first: string,
    private readonly kind: TextKind,
  ) {
    this.sets = initialSets(first);
  }

  read(): string {
    let text = '';
    while (this.at < this.bytes.length) text += this.next();
    return text;
  }

  private next(): string {
    const byte = this.bytes[this.at] ?? 0;
    if (byte === escapeByte) return this.readEscape();
    if (byte < space || byte === 0x7f) return this.readDelimiter(byte);
    const set = byte < 0x80 ? this.sets.g0 : this.sets.g1;
    if (set?.bytes === 1 && this.endsSets(byte)) return this.readDelimiter(byte);
    const text = set?.read(byte, this.bytes[this.at + 1] ?? 0);
    this.at += text !== undefined && set?.bytes === 2 ? 2 : 1;
    return text ?? mark(byte);
  }

  private readEscape(): string {
    const rest = String.fromCharCode(...this.bytes.subarray(this.at + 1, this.at + 4));
    const found = escapes.find(([sequence]) => rest.startsWith(sequence));
    this.at += 1 + (found?.[0].length ?? 0);
    if (found === undefined) return mark(escapeByte);
    const [, { half, set }] = found;
    this.sets = { ...this.sets, [half]: set };
    return '';
  }

  /** Control characters and, of names, the ends of components and groups (PS3.5 6.1.2.5.3). */
  private readDelimiter(byte: number): string {
    this.at++;
    this.sets = initialSets(this.first);
    return String.fromCharCode(byte);
  }

  private endsSets(byte: number): boolean {
    const delimiters = this.kind.isName ? '\\^=' : '\\';
    return delimiters.includes(String.fromCharCode(byte));
  }
}
