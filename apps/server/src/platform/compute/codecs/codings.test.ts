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

async function storedValues(name: string): Promise<number[]> {
  const bytes = new Uint8Array(readFileSync(new URL(`${name}.dcm`, folder)));
  const read = await readDicomFrame(bytes, dicom, name.startsWith('frames-') ? 1 : 0);
  if (!read.ok) throw new Error(read.problem);
  return [...read.frame.values];
}

function expected({ values }: Expected): number[] {
  const bytes = new Uint8Array(Buffer.from(values, 'base64'));
  return [...new Int32Array(bytes.buffer)];
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
    const worst = Math.max(...values.map((value, i) => Math.abs(value - (reference[i] ?? 0))));
    expect(worst).toBeLessThanOrEqual(facts.lossy ? 1 : 0);
  });

  it('reports a missing frame', async () => {
    const bytes = new Uint8Array(readFileSync(new URL('frames-native.dcm', folder)));
    expect(await readDicomFrame(bytes, dicom, 3)).toMatchObject({ ok: false, problem: 'no_such_frame' });
  });
});
