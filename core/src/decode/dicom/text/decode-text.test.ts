import { describe, expect, it } from 'vitest';
import { patientIdText } from '../patient-id.ts';
import table from './character-sets.json' with { type: 'json' };
import { decodeText, isUndecodable } from './decode-text.ts';

const bytesOf = (hex: string) => Buffer.from(hex, 'hex').toString('latin1');

describe('text in the declared character sets', () => {
  it.each(table.rows)('$terms: $text, as pydicom reads it', ({ terms, bytes, text }) => {
    expect(decodeText(bytesOf(bytes), terms.split('\\'), { isName: true })).toBe(text);
  });

  const japanese = ['', 'ISO 2022 IR 87'];
  const greek = ['', 'ISO 2022 IR 126'];

  it.each([
    ['a component of a name', '\x1b-F\xc1^\xc1', greek, 'Α^�C1'],
    ['a group of a name', '\x1b-F\xc1=\xc1', greek, 'Α=�C1'],
    ['another value', '\x1b-F\xc1\\\xc1', greek, 'Α\\�C1'],
    ['a line', '\x1b-F\xc1\r\n\xc1', greek, 'Α\r\n�C1'],
    ['a tab', '\x1b-F\xc1\t\xc1', greek, 'Α\t�C1'],
  ])('the first sets are back after %s', (_, raw, sets, text) => {
    expect(decodeText(raw, sets, { isName: true })).toBe(text);
  });

  it('finds no delimiter within a character of two bytes', () => {
    // 0x5c, 0x5e and 0x3d as second bytes.
    expect(decodeText('\x1b$B0\\0^0=\x1b(B-1', japanese, { isName: true })).toBe('移緯綾-1');
    expect(decodeText('\x95\x5c-1', ['GB18030'])).toBe('昞-1');
    expect(patientIdText('\x95\x5c-1\\second', ['GB18030'])).toBe('昞-1');
  });

  it('keeps the sets behind ^ in a text that is no name', () => {
    expect(decodeText('\x1b-F\xc1^\xc1', greek)).toBe('Α^Α');
  });

  it.each([
    ['no set', '\xb0\xa1', []],
    ['ISO_IR 6', '\xb0\xa1', ['ISO_IR 6']],
    ['damaged UTF-8', '\xff-1', ['ISO_IR 192']],
    ['half a character', '\xb0', ['GB18030']],
    ['half a character of code extensions', '\x1b$B0', japanese],
    ['an unknown escape sequence', '\x1b$)Z0', japanese],
    ['control characters of the upper half', '\x93a\x94', ['ISO_IR 100']],
  ])('marks what cannot be decoded: %s', (_, raw, sets) => {
    expect(isUndecodable(decodeText(raw, sets))).toBe(true);
  });

  it('keeps different undecodable texts apart', () => {
    expect(decodeText('\xb0\xa1', [])).not.toBe(decodeText('\xb0\xa2', []));
  });

  it('reads terms as careless writers spell them', () => {
    expect(decodeText('\xe9', ['ISO-IR 100'])).toBe('é');
    expect(decodeText('\xe9', ['iso_ir_100'])).toBe('é');
    expect(decodeText('\xc3\xa9', ['UTF-8'])).toBe('é');
    expect(decodeText('\xc3\xa9', ['', 'ISO_IR 192'])).toBe('é');
  });
});
