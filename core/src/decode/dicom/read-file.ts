import type { DicomCodec } from '../dicom-codec.ts';
import { Damaged } from './dataset/damaged.ts';
import type { Dataset } from './dataset/dataset.ts';
import { namesVr, readElementHeader } from './dataset/element-header.ts';
import { inflateStart } from './dataset/inflate-start.ts';
import { DatasetParser } from './dataset/parse-dataset.ts';
import {
  explicitBigEndian,
  explicitLittleEndian,
  implicitLittleEndian,
  type TransferSyntax,
  transferSyntax,
} from './dataset/transfer-syntax.ts';

export interface DicomFile {
  readonly syntax: TransferSyntax;
  readonly dataset: Dataset;
}

const preambleLength = 128;
/** A deflated data set is inflated whole before its size is known, so it needs a limit. */
const largestInflated = 208 * 1024 * 1024;

/** Reads a DICOM file (PS3.10), with or without preamble and meta information. Throws `Damaged`. */
export function readFile(bytes: Uint8Array, codec: DicomCodec): DicomFile {
  const { syntax, rest } = splitFile(bytes);
  const dataset = syntax.isDeflated ? inflate(rest, codec) : rest;
  return { syntax, dataset: new DatasetParser(dataset, 0, writingOf(syntax, dataset)).readAll() };
}

/** Unpacked, the beginning of a file has everything before its pixels. */
const largestHead = 16 * 1024 * 1024;

/**
 * What the beginning of a file says, without its pixels. Throws `Damaged` for meta information that cannot be
 * followed.
 */
export function readHead(bytes: Uint8Array): ReturnType<DatasetParser['readHead']> {
  const { syntax, rest } = splitFile(bytes);
  const dataset = syntax.isDeflated ? inflateStart(rest, largestHead) : rest;
  return new DatasetParser(dataset, 0, writingOf(syntax, dataset)).readHead();
}

/**
 * The transfer syntax and the data set, packed where it is deflated. Throws `Damaged` for a syntax that is
 * not read.
 */
export function splitFile(bytes: Uint8Array): { syntax: TransferSyntax; rest: Uint8Array } {
  const hasPreamble = bytes[preambleLength] === 0x44 && bytes[preambleLength + 3] === 0x4d;
  const metaParser = new DatasetParser(bytes, hasPreamble ? preambleLength + 4 : 0, explicitLittleEndian);
  const meta = metaParser.readMeta();
  const rest = bytes.subarray(metaParser.offset);
  const uid = meta.text('transferSyntaxUid');
  const syntax = uid === undefined ? guessSyntax(rest) : transferSyntax(uid);
  if (syntax === undefined) throw new Damaged('unsupported_transfer_syntax', 'unknown transfer syntax');
  return { syntax, rest };
}

/** The data set overrides the declared syntax, which some files get wrong. */
export function writingOf(syntax: TransferSyntax, dataset: Uint8Array) {
  const isExplicit = syntax.isLittleEndian
    ? hasRepresentation(dataset) || (syntax.isExplicit && isSecondExplicit(dataset))
    : syntax.isExplicit;
  return { ...syntax, isExplicit };
}

/** Explicit files occur whose first element has no representation, or an unknown one. */
function isSecondExplicit(dataset: Uint8Array): boolean {
  if (dataset.length < 8) return false;
  const view = new DataView(dataset.buffer, dataset.byteOffset, dataset.byteLength);
  const first = readElementHeader(view, 0, dataset.length, explicitLittleEndian);
  return namesVr(view, first.valueAt + first.length);
}

/**
 * Without a name for the syntax: big endian if the first group reads so, else explicit if the first element
 * has a representation, else implicit (PS3.10 7.1 asks for implicit).
 */
function guessSyntax(dataset: Uint8Array): TransferSyntax {
  if (dataset[0] === 0 && dataset[1] !== 0 && hasRepresentation(dataset)) return explicitBigEndian;
  return hasRepresentation(dataset) ? explicitLittleEndian : implicitLittleEndian;
}

function hasRepresentation(dataset: Uint8Array): boolean {
  return /^[A-Z]{2}$/.test(String.fromCharCode(dataset[4] ?? 0, dataset[5] ?? 0));
}

function inflate(bytes: Uint8Array, codec: DicomCodec): Uint8Array {
  try {
    return codec.inflate(bytes, largestInflated);
  } catch {
    throw new Damaged('corrupt_file', 'deflated data set');
  }
}
