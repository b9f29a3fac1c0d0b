import { Damaged } from '../decode/dicom/dataset/damaged.ts';
import type { Writing } from '../decode/dicom/dataset/element-header.ts';
import {
  explicitBigEndian,
  explicitLittleEndian,
  implicitLittleEndian,
} from '../decode/dicom/dataset/transfer-syntax.ts';
import { splitFile, writingOf } from '../decode/dicom/read-file.ts';
import type { DecodeProblem } from '../decode/study.ts';
import { implementationClassUid } from '../encode/dicom/write-file.ts';
import type { HeadFacts } from './head-facts.ts';
import { emptied } from './kept-attributes.ts';
import type { PixelLayout } from './pixels/clean-pixels.ts';
import { pixelLayout, withoutSurplus } from './pixels/pixel-layout.ts';
import { type PixelElement, Stripper } from './strip-elements.ts';
import { lengthOf, rawHeader, rawNumber, rawSequence, rawText } from './write-raw.ts';

type Outcome<T> = ({ readonly ok: true } & T) | { readonly ok: false; readonly problem: DecodeProblem };

export interface DeidentifiedHead {
  /** Everything before the value of the pixel data: preamble, meta information, kept elements. */
  readonly head: readonly Uint8Array[];
  /** Length of native pixels, without trailing bytes. */
  readonly pixels: PixelElement;
  readonly layout: PixelLayout;
}

const preambleLength = 128;
const method = 'PS3.15 Annex E Basic Application Confidentiality Profile';
const basicProfile = ['113100', 'Basic Application Confidentiality Profile'] as const;
const cleanPixels = ['113101', 'Clean Pixel Data Option'] as const;
const extendedOffsetTable = 0x7fe00001;
/** Describe how pixels were coded, or colours that are written out now. */
const ofFormerPixels = [
  ...[0x00280006, 0x00281101, 0x00281102, 0x00281103, 0x00281201, 0x00281202, 0x00281203],
  ...[0x00281221, 0x00281222, 0x00281223, 0x7fe00001],
];

/** Masked pixels, written uncompressed. */
export interface CleanedPixels {
  readonly samplesPerPixel: 1 | 3;
  readonly photometric: string;
  readonly bitsAllocated: number;
  readonly bitsStored: number;
  readonly isSigned: boolean;
  /** Of all frames. */
  readonly bytes: number;
}

/** How a file is written, read from its first bytes, with or without preamble and meta information. */
export function headFacts(bytes: Uint8Array): Outcome<HeadFacts> {
  return settled(() => {
    const { syntax, rest } = splitFile(bytes);
    const { isDeflated, isLittleEndian, isExplicit } = syntax.isDeflated ? syntax : writingOf(syntax, rest);
    const offset = rest.byteOffset - bytes.byteOffset;
    return { offset, syntaxUid: syntax.uid, isDeflated, writing: { isExplicit, isLittleEndian } };
  });
}

/**
 * The de-identified head of a picture, by the basic profile of PS3.15 Annex E: a short list of attributes
 * stays, all else goes; UIDs are replaced through `newUid`. `bytes` begin the file (or its inflated data
 * set) and must reach the pixel data, whose value the caller copies.
 */
export function deidentifyHead(
  bytes: Uint8Array,
  facts: HeadFacts,
  newUid: (uid: string) => string,
  cleaned?: CleanedPixels,
): Outcome<DeidentifiedHead> {
  return settled(() => {
    const { writing } = facts;
    const stripper = new Stripper(bytes, facts.offset, writing, newUid);
    const elements = stripper.strip();
    if (!stripper.pixels) throw new Damaged('no_pixel_data', 'no pixel data');
    const layout = pixelLayout(elements, stripper.pixels, facts);
    const pixels = withoutSurplus(stripper.pixels, layout, writing);
    cutOffsetTable(elements, layout);
    const sopClass = textOf(elements.get(0x00080016));
    const instance = textOf(elements.get(0x00080018)) || newUid('');
    for (const [tag, vr] of emptied) elements.set(tag, rawText(tag, vr, '', writing));
    for (const [tag, parts] of statements(writing, cleaned !== undefined)) elements.set(tag, parts);
    if (cleaned) describePixels(elements, cleaned, writing);
    const sorted = [...elements].toSorted(([a], [b]) => a - b).flatMap(([, parts]) => parts);
    const isPlain = facts.isDeflated || cleaned !== undefined;
    const syntaxUid = isPlain ? plainSyntax(writing) : facts.syntaxUid;
    const header = cleaned ? pixelHeader(pixels, cleaned, writing) : pixels.header;
    return { head: [...metaInformation(sopClass, instance, syntaxUid), ...sorted, header], pixels, layout };
  });
}

/** An extended offset table (PS3.5 A.4) has 64 bits for each frame; one of another length is none. */
function cutOffsetTable(elements: Map<number, readonly Uint8Array[]>, { frames }: PixelLayout): void {
  const [, table] = elements.get(extendedOffsetTable) ?? [];
  if (table && table.length !== 8 * frames) elements.delete(extendedOffsetTable);
}

function plainSyntax({ isExplicit, isLittleEndian }: Writing): string {
  if (!isLittleEndian) return explicitBigEndian.uid;
  return isExplicit ? explicitLittleEndian.uid : implicitLittleEndian.uid;
}

/** The tag stays: float pixel data has its own. */
function pixelHeader({ header }: PixelElement, { bytes, bitsAllocated }: CleanedPixels, writing: Writing) {
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const tag = view.getUint16(0, writing.isLittleEndian) * 0x10000 + view.getUint16(2, writing.isLittleEndian);
  const vr = tag === 0x7fe00008 ? 'OF' : tag === 0x7fe00009 ? 'OD' : bitsAllocated > 8 ? 'OW' : 'OB';
  return rawHeader(tag, vr, bytes, writing);
}

function describePixels(
  elements: Map<number, readonly Uint8Array[]>,
  { samplesPerPixel, photometric, bitsAllocated, bitsStored, isSigned }: CleanedPixels,
  writing: Writing,
): void {
  for (const tag of ofFormerPixels) elements.delete(tag);
  const numbers: readonly (readonly [number, number])[] = [
    [0x00280002, samplesPerPixel],
    ...(samplesPerPixel === 3 ? ([[0x00280006, 0]] as const) : []),
    [0x00280100, bitsAllocated],
    [0x00280101, bitsStored],
    [0x00280102, bitsStored - 1],
    [0x00280103, isSigned ? 1 : 0],
  ];
  for (const [tag, value] of numbers) elements.set(tag, rawNumber(tag, value, writing));
  elements.set(0x00280004, rawText(0x00280004, 'CS', photometric, writing));
  elements.set(0x00280301, rawText(0x00280301, 'CS', 'NO', writing));
}

/** The method, as PS3.15 requires it. */
function statements(writing: Writing, isPixelsCleaned: boolean): [number, readonly Uint8Array[]][] {
  const codes = (isPixelsCleaned ? [basicProfile, cleanPixels] : [basicProfile]).map(([value, meaning]) => [
    ...rawText(0x00080100, 'SH', value, writing),
    ...rawText(0x00080102, 'SH', 'DCM', writing),
    ...rawText(0x00080104, 'LO', meaning, writing),
  ]);
  return [
    [0x00120062, rawText(0x00120062, 'CS', 'YES', writing)],
    [0x00120063, rawText(0x00120063, 'LO', method, writing)],
    [0x00120064, rawSequence(0x00120064, 'SQ', codes, writing)],
    [0x00280303, rawText(0x00280303, 'CS', 'REMOVED', writing)],
  ];
}

/** Preamble and file meta information of a copy (PS3.10 7.1). */
export function metaInformation(sopClass: string, instance: string, syntaxUid: string): Uint8Array[] {
  const writing = { isExplicit: true, isLittleEndian: true };
  const uids = [
    [0x00020002, sopClass],
    [0x00020003, instance],
    [0x00020010, syntaxUid],
    [0x00020012, implementationClassUid],
  ] as const;
  const version = [rawHeader(0x00020001, 'OB', 2, writing), Uint8Array.of(0, 1)];
  const elements = [...version, ...uids.flatMap(([tag, uid]) => rawText(tag, 'UI', uid, writing))];
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, lengthOf(elements), true);
  const mark = Uint8Array.from('DICM', (letter) => letter.charCodeAt(0));
  return [new Uint8Array(preambleLength), mark, rawHeader(0x00020000, 'UL', 4, writing), length, ...elements];
}

/** The text of an element that was kept whole or written anew: its last bytes after the head. */
function textOf(parts: readonly Uint8Array[] | undefined): string {
  const [whole = new Uint8Array(), value] = parts ?? [];
  const bytes = value ?? whole.subarray(8);
  return String.fromCharCode(...bytes.subarray(0, 64)).replace(/[\0 ]+$/, '');
}

function settled<T>(work: () => T): Outcome<T> {
  try {
    return { ok: true, ...work() };
  } catch (error) {
    if (error instanceof Damaged) return { ok: false, problem: error.problem };
    throw error;
  }
}
