import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { decodeStudy } from '@second-read/core/decode/decode-study';
import {
  type Attributes,
  greyAttributes,
  type Writing,
  wordBytes,
  writeDicom,
} from '@second-read/core/decode/dicom/write-dicom.test-support';
import type { Study } from '@second-read/core/decode/study';
import { keptAttributes } from '@second-read/core/deidentify/kept-attributes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Problem } from '../../../calls/problem.ts';
import { createCodecs } from '../../../platform/compute/codecs/create-codecs.ts';
import { sharedFiles } from '../../../platform/compute/codecs/shared-files.test-support.ts';
import { parseKeyRing } from '../../../platform/crypto/key-ring.ts';
import { writeSealed } from '../../../platform/spool/sealed-file.ts';
import { spoolKey } from '../../../platform/spool/spool-key.ts';
import { scriptedCompute } from '../../../testing/scripted-compute.ts';
import { prepareFile } from './prepare-upload.ts';
import { type ReceivedFile, wholeOf } from './received-file.ts';

type Config = Parameters<typeof prepareFile>[3]['config'];

/** Of Debian's dcmtk; the product does not need it. */
const dump = { program: 'dcmdump' };
const keys = parseKeyRing(randomBytes(32).toString('base64'));
const config = { retainOriginalTags: false, keys } as Config;
const codecs = createCodecs();
const compute = scriptedCompute();
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'second-read-identity-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function keptOf(
  received: ReceivedFile,
  organisationId: string,
  settings: Config,
): Promise<ReceivedFile> {
  const work = { by: { userId: 'ada', organisationId } };
  const prepared = await prepareFile(received, {}, work, { config: settings, compute });
  if ('boxes' in prepared) throw new Error('text was looked for');
  return prepared.source;
}

async function clean(bytes: Uint8Array, organisation = 'clinic', settings = config): Promise<Buffer> {
  const path = join(folder, 'image');
  await writeSealed(path, [bytes], spoolKey());
  const received = { path, bytes: bytes.length, sha256: '' };
  const kept = await keptOf(received, organisation, settings);
  const content = await wholeOf(kept);
  expect(kept.bytes).toBe(content.length);
  const held = { ...received, path: join(folder, 'held'), held: [bytes.subarray(0, 7), bytes.subarray(7)] };
  const keptOfHeld = await keptOf(held, organisation, settings);
  expect((await wholeOf(keptOfHeld)).length).toBe(content.length);
  expect(keptOfHeld.sha256).toBe(kept.sha256);
  return Buffer.from(content);
}

/** Every place where a name may hide; each value says where it was. */
const secrets: Attributes = {
  '0008,0012': ['DA', '19991231'],
  '0008,0016': ['UI', '1.2.840.10008.5.1.4.1.1.2'],
  '0008,0018': ['UI', '1.2.3.4'],
  '0008,0020': ['DA', '19991231'],
  '0008,0050': ['SH', 'SECRET-ACCESSION'],
  '0008,0060': ['CS', 'CT'],
  '0008,0080': ['LO', 'SECRET-HOSPITAL'],
  '0008,1030': ['LO', 'SECRET-STUDY'],
  '0008,1140': ['SQ', [{ '0008,1155': ['UI', '1.2.3.99'] }]],
  '0009,0010': ['LO', 'SECRET-PRIVATE'],
  '0009,1001': ['SQ', [{ '0010,0010': ['PN', 'SECRET-IN-PRIVATE'] }]],
  '0010,0010': ['PN', 'SECRET^NAME'],
  '0010,0020': ['LO', 'SECRET-ID'],
  '0010,0030': ['DA', '19500101'],
  '0010,1010': ['AS', '075Y'],
  '0010,4000': ['LT', 'SECRET-COMMENT'],
  '0018,0050': ['DS', '2.5'],
  '0018,1030': ['LO', 'SECRET-PROTOCOL'],
  '0020,000d': ['UI', '1.2.3.1'],
  '0020,000e': ['UI', '1.2.3.2'],
  '0020,4000': ['LT', 'SECRET-IMAGE-COMMENT'],
  ...greyAttributes(2, 2, 16, true),
  '0028,0030': ['DS', '0.5\\0.5'],
  '0028,1052': ['DS', '-1024'],
  '0028,1053': ['DS', '1'],
  '0028,1055': ['LO', 'SECRET-EXPLANATION'],
  '0028,3010': ['SQ', [{ '0028,3003': ['LO', 'SECRET-LUT'], '0028,3006': ['OW', wordBytes([1, 2])] }]],
  '0040,0275': ['SQ', [{ '0040,0007': ['LO', 'SECRET-REQUEST'] }]],
  '0054,0220': ['SQ', [{ '0008,0100': ['SH', 'R-10242'], '0011,0010': ['LO', 'SECRET-NESTED'] }]],
  '6000,3000': ['OW', wordBytes([1, 2])],
};
const pixels = ['OW', wordBytes([1000, 1024, 1100, 2048])] as const;
const trailing = { '7fe1,0010': ['LO', 'SECRET-AFTER'], 'fffc,fffc': ['OB', Uint8Array.of(0, 0)] } as const;

const explicitUid = '1.2.840.10008.1.2.1';
const writings: readonly (readonly [string, Writing, Attributes])[] = [
  ['explicit', {}, trailing],
  ['implicit', { transferSyntax: '1.2.840.10008.1.2', isExplicit: false }, {}],
  ['big endian', { transferSyntax: '1.2.840.10008.1.2.2', isLittleEndian: false }, {}],
  [
    'deflated',
    { transferSyntax: '1.2.840.10008.1.2.1.99', pack: (bytes) => deflateRawSync(bytes) },
    trailing,
  ],
  ['explicit without preamble', { hasPreamble: false }, {}],
  ['implicit without preamble', { hasPreamble: false, isExplicit: false }, {}],
];

describe.each(writings)('an uploaded DICOM file, %s', (name, writing, after) => {
  const isBig = writing.isLittleEndian === false;
  const value = isBig ? (['OW', wordBytes([1000, 1024, 1100, 2048], false)] as const) : pixels;
  const file = writeDicom({ ...secrets, '7fe0,0010': value, ...after }, writing);

  it('is kept without anything that names a patient, a place or a time', async () => {
    const kept = (await clean(file)).toString('latin1');
    // A new UID may hold any digits.
    expect(kept.replaceAll(/2\.25\.\d+/g, '')).not.toMatch(/SECRET|1999|1950|075Y/);
    for (const uid of ['1.2.3.1', '1.2.3.2', '1.2.3.4', '1.2.3.99']) expect(kept).not.toContain(`${uid}\0`);
    expect(kept).toContain('113100');
    expect(kept).toContain('2.25.');
    expect(kept.slice(128, 132)).toBe('DICM');
    if (name === 'deflated') expect(kept).toContain(`${explicitUid}\0`);
  });

  it('gives the same picture as before', async () => {
    const [before, after] = [await decodeStudy(file, codecs), await decodeStudy(await clean(file), codecs)];
    if (!before.ok || !after.ok) throw new Error('not read');
    expect(after.study.grey).toEqual(before.study.grey);
    expect(after.study).toMatchObject({
      quantity: 'hounsfield',
      spacing: before.study.spacing,
      source: { modality: 'CT', sliceThicknessMm: 2.5 },
    });
    expect([before.study.source.patientId, after.study.source.patientId]).toEqual(['SECRET-ID', undefined]);
  });

  it.skipIf(spawnSync('which', [dump.program]).status !== 0)('is read by dcmdump (needs dcmtk)', async () => {
    const path = join(folder, 'kept.dcm');
    await writeFile(path, await clean(file));
    const read = spawnSync(dump.program, [path], { encoding: 'utf8' });
    expect([read.status, read.stderr]).toEqual([0, '']);
    expect(read.stdout).toContain('PatientIdentityRemoved');
    expect(read.stdout).toMatch(/\(0010,0020\) LO \(no value available\)/);
  });
});

describe('identity', () => {
  const file = writeDicom({ ...secrets, '7fe0,0010': pixels });
  const uidsIn = (content: Buffer) => content.toString('latin1').match(/2\.25\.\d+/g) ?? [];

  it('is replaced the same way within an organisation, and otherwise in another', async () => {
    const [first, again] = [await clean(file), await clean(file)];
    expect(first.equals(again)).toBe(true);
    const other = uidsIn(await clean(file, 'elsewhere')).filter((uid) => !uid.startsWith('2.25.2422688'));
    expect(uidsIn(first).filter((uid) => other.includes(uid))).toEqual([]);
  });

  it('stays where an organisation must keep it, and in files that are no DICOM', async () => {
    const retained = await clean(file, 'clinic', { ...config, retainOriginalTags: true });
    expect(retained.equals(file)).toBe(true);
    const text = Buffer.from('not a picture at all');
    expect((await clean(text)).equals(text)).toBe(true);
  });

  it('is looked for in no more elements than the kept ones', () => {
    const private_ = [...keptAttributes.keys()].filter((tag) => Math.floor(tag / 0x10000) % 2 === 1);
    expect(private_).toEqual([]);
    expect([0x00100010, 0x00100020, 0x00080080, 0x00400275].filter((tag) => keptAttributes.has(tag))).toEqual(
      [],
    );
  });

  it.each([
    ['cut off within its pixels', file.slice(0, file.length - 4)],
    ['cut off before its pixels', file.slice(0, 700)],
    ['without pixels', writeDicom(secrets)],
    ['of an unknown transfer syntax', writeDicom(secrets, { transferSyntax: '1.2.3' })],
    [
      'deflated, and damaged',
      writeDicom(secrets, { transferSyntax: '1.2.840.10008.1.2.1.99', pack: () => Buffer.alloc(64, 7) }),
    ],
  ])('is not kept of a file %s', async (_name, damaged) => {
    await expect(clean(damaged)).rejects.toMatchObject({ code: 'invalid_file' });
  });

  it('is removed before large values that come before the pixels', async () => {
    const large = writeDicom({
      ...greyAttributes(2, 2, 16),
      '0029,1010': ['OB', new Uint8Array(3 * 1024 * 1024).fill(65)],
      '7fe0,0010': pixels,
    });
    expect((await clean(large)).length).toBeLessThan(2_000);
  });
});

const fixtures = new URL('../../../platform/compute/codecs/fixtures/', import.meta.url);

describe('files of every coding', async () => {
  const names = (await readdir(fixtures)).filter((name) => name.endsWith('.dcm'));

  it.each(names)('%s has the same pixels once cleaned', async (name) => {
    await sameStudy(new Uint8Array(await readFile(new URL(name, fixtures))), name);
  });
});

/**
 * What is no term of the standard does not stay: those words are shown to nobody, and nothing is read by
 * them.
 */
function termsOf({ source: before }: Study, { source: after }: Study) {
  const names = ['modality', 'bodyPart', 'view'] as const;
  return Object.fromEntries(
    names.map((name) => [name, after[name] === undefined ? undefined : before[name]]),
  );
}

async function sameStudy(bytes: Uint8Array, name: string): Promise<void> {
  const before = await decodeStudy(bytes, codecs);
  const kept = await clean(bytes).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'invalid_file') return undefined;
    throw error;
  });
  if (!kept) {
    expect([name, before.ok]).toEqual([name, false]);
    return;
  }
  const after = await decodeStudy(new Uint8Array(kept), codecs);
  expect([name, after.ok]).toEqual([name, before.ok]);
  if (!before.ok || !after.ok) return;
  // Age and contrast are removed with the rest of what describes the patient.
  const {
    patientId: _id,
    ageYears: _age,
    hasContrast: _agent,
    transferSyntax: _was,
    ...stated
  } = before.study.source;
  const source = { ...stated, ...termsOf(before.study, after.study) };
  expect(after.study.source).toMatchObject(source);
  const { grey, colour, ...others } = before.study;
  expect(after.study).toMatchObject({ ...others, source });
  expect(bytesOf(after.study.grey).equals(bytesOf(grey))).toBe(true);
  if (colour) expect(Buffer.from(colour.data).equals(Buffer.from(after.study.colour?.data ?? []))).toBe(true);
}

function bytesOf({ data }: { data: Float32Array }): Buffer {
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
}

describe.each([['dicom'], ['hostile']])('all files of the set %s', (set) => {
  const files = sharedFiles(set);
  it.skipIf(files === undefined)(
    'give the same picture, or are refused where the decoder refuses (needs ../shared/datasets)',
    async () => {
      let count = 0;
      for (const file of files ?? []) {
        if (set === 'hostile' && file.facts.group !== 'dicom_malformed') continue;
        await sameStudy(file.read(), file.name);
        count += 1;
      }
      expect(count).toBeGreaterThan(50);
    },
    600_000,
  );
});
