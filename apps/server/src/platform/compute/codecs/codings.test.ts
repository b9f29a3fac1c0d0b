import { readFileSync } from 'node:fs';
import { readDicomFrame } from '@second-read/core/decode/dicom/frame/read-frame';
import { describe, expect, it } from 'vitest';
import { createCodecs } from './create-codecs.ts';

/** Recorded by fixtures/make.py: the values as 32-bit integers, and the program that wrote them. */
interface Expected {
  readonly program: string;
  readonly lossy: boolean;
  readonly values: string;
}

const folder = new URL('fixtures/', import.meta.url);
const expectations: Record<string, Expected> = JSON.parse(
  readFileSync(new URL('facts.json', folder), 'utf8'),
);
const { dicom } = createCodecs();

async function storedValues(name: string, change = (bytes: Buffer) => bytes): Promise<number[]> {
  const bytes = new Uint8Array(change(readFileSync(new URL(`${name}.dcm`, folder))));
  const read = await readDicomFrame(bytes, dicom, name.startsWith('frames-') ? 1 : 0);
  if (!read.ok) throw new Error(read.problem);
  return [...read.frame.values];
}

function expected({ values }: Expected): number[] {
  const bytes = new Uint8Array(Buffer.from(values, 'base64'));
  return [...new Int32Array(bytes.buffer)];
}

const worst = (values: readonly number[], reference: readonly number[]) =>
  Math.max(...values.map((value, i) => Math.abs(value - (reference[i] ?? 0))));

/** The Adobe marker becomes a comment, and the components 'R', 'G' and 'B' the numbers 0 to 2. */
function unnamed(file: Buffer): Buffer {
  file[file.indexOf('Adobe') - 3] = 0xfe;
  const frame = file.indexOf(Buffer.of(0xff, 0xc0)) + 10;
  const scan = file.indexOf(Buffer.of(0xff, 0xda)) + 5;
  for (let i = 0; i < 3; i++) file[frame + 3 * i] = file[scan + 2 * i] = i;
  return file;
}

/** Of the length of the only fragment, after the empty offset table. */
function lengthAt(file: Buffer): number {
  const pixels = file.indexOf(Buffer.of(0xe0, 0x7f, 0x10, 0));
  const table = file.indexOf(Buffer.of(0xfe, 0xff, 0, 0xe0), pixels);
  return table + 8 + file.readUInt32LE(table + 4) + 4;
}

describe('one picture in every coding, made by other programs', () => {
  const names = Object.keys(expectations);

  it('covers every transfer syntax that is read', async () => {
    const covered = new Set<string>();
    for (const name of names) {
      const bytes = new Uint8Array(readFileSync(new URL(`${name}.dcm`, folder)));
      const { facts } = await readDicomFrame(bytes, dicom, 0);
      if (facts) covered.add(facts.transferSyntax);
    }
    const jpegs = ['50', '51', '53', '55', '57', '70', '80', '81', '90', '91', '201', '202', '203'];
    const wanted = ['', '.1', '.1.99', '.2', '.5', ...jpegs.map((jpeg) => `.4.${jpeg}`)];
    expect([...covered].sort()).toEqual(wanted.map((end) => `1.2.840.10008.1.2${end}`).sort());
  });

  it.each(names)('%s has the values of the program that made it', async (name) => {
    const facts = expectations[name] as Expected;
    const values = await storedValues(name);
    const reference = expected(facts);
    expect(values.length).toBe(reference.length);
    expect(worst(values, reference)).toBeLessThanOrEqual(facts.lossy ? 1 : 0);
  });

  it('a JPEG that does not name its colors has those that the data set names', async () => {
    const facts = expectations['jpeg-50-rgb'] as Expected;
    expect(worst(await storedValues('jpeg-50-rgb', unnamed), expected(facts))).toBeLessThanOrEqual(1);
  });

  it('reads a JPEG-LS stream that is padded before its end marker', async () => {
    const name = 'jpeg-ls-80-12-bit';
    const file = readFileSync(new URL(`${name}.dcm`, folder));
    const end = file.lastIndexOf(Buffer.of(0xff, 0xd9));
    const padded = Buffer.concat([file.subarray(0, end), Buffer.of(0), file.subarray(end)]);
    // Odd streams end in a padding byte, which makes room for the zero.
    const isOdd = file[end + 2] === 0;
    const fitting = isOdd ? Buffer.concat([padded.subarray(0, end + 3), padded.subarray(end + 4)]) : padded;
    if (!isOdd) fitting.writeUInt32LE(fitting.readUInt32LE(lengthAt(file)) + 1, lengthAt(file));
    const read = await readDicomFrame(new Uint8Array(fitting), dicom, 0);
    expect(read.ok && [...read.frame.values]).toEqual(expected(expectations[name] as Expected));
  });

  it('reports a missing frame', async () => {
    const bytes = new Uint8Array(readFileSync(new URL('frames-native.dcm', folder)));
    expect(await readDicomFrame(bytes, dicom, 3)).toMatchObject({ ok: false, problem: 'no_such_frame' });
  });
});
