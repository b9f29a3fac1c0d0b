import type { PlaneData } from '../../../pixels/plane.ts';
import {
  DamagedStream,
  type DecodedFrame,
  type DicomCodec,
  type FrameCoding,
  UnsupportedStream,
} from '../../dicom-codec.ts';
import { Damaged } from '../dataset/damaged.ts';
import type { Element } from '../dataset/dataset.ts';
import type { ImageDescription } from '../image-description.ts';
import type { DicomFile } from '../read-file.ts';
import { type CodestreamFacts, codestreamFacts } from '../samples/codestream-facts.ts';
import { decodeRle } from '../samples/rle.ts';
import { unpackSamples } from '../samples/unpack-samples.ts';
import { locateEncapsulated, locateNative, storedSamples } from './locate-frame.ts';

/** One frame's stored values, before rescaling: interleaved, chroma at full resolution. */
export interface StoredFrame {
  readonly columns: number;
  readonly rows: number;
  readonly samplesPerPixel: 1 | 3;
  readonly values: PlaneData;
  /** As the values are now: a codec may have turned YBR into RGB. */
  readonly photometric: string;
  /** As the values are now: a code stream may have other bits than the data set says. */
  readonly bitsStored: number;
  readonly isSigned: boolean;
}

const maxCodedBits = 16;

/** Decodes one frame, counted from 0. Throws `Damaged`, and what goes wrong in the codec's driver itself. */
export async function decodeFrame(
  file: DicomFile,
  image: ImageDescription,
  frame: number,
  codec: DicomCodec,
): Promise<StoredFrame> {
  const { dataset, syntax } = file;
  const element =
    dataset.element('pixelData') ?? dataset.element('floatPixelData') ?? dataset.element('doublePixelData');
  if (element === undefined) throw new Damaged('no_pixel_data', 'no pixel data');
  if (element.fragments === undefined) return nativeFrame(file, image, frame, element);
  if (image.number !== 'integer') throw new Damaged('corrupt_file', 'compressed floating point');
  const stream = locateEncapsulated(dataset, image, frame);
  const coding = syntax.pixels === 'native' ? codingOf(stream) : syntax.pixels;
  if (coding === 'rle') return frameOf(image, decodeRle(stream, image), false, image.photometric);
  return compressedFrame(image, stream, coding, codec);
}

/** Fragments in a native syntax: the stream identifies itself. */
function codingOf(stream: Uint8Array): FrameCoding | 'rle' {
  if (stream[0] !== 0xff) return 'rle';
  if (stream[1] === 0x4f) return 'jpeg-2000';
  return 'jpeg';
}

function nativeFrame(file: DicomFile, image: ImageDescription, frame: number, element: Element): StoredFrame {
  const areBytesSwapped = element.vr === 'OW' && !file.syntax.isLittleEndian && isNarrow(image);
  const { bytes, firstBit } = locateNative(element, image, frame, areBytesSwapped);
  const packed = { bytes, firstBit, isLittleEndian: file.syntax.isLittleEndian };
  const pixels = image.rows * image.columns;
  const photometric = image.photometric.replace(/_422$/, '');
  if (storedSamples(element, image) < image.samplesPerPixel) {
    const pairs = unpackSamples(packed, image, pixels * 2);
    return { ...shape(image), values: expandChroma(pairs, pixels), photometric };
  }
  const values = unpackSamples(packed, image, pixels * image.samplesPerPixel);
  const isPlanar = image.isPlanar && image.samplesPerPixel === 3;
  return {
    ...shape(image),
    values: isPlanar ? interleave(values, pixels) : values,
    photometric,
  };
}

/**
 * Samples that are not whole words, which the byte order of the words they are written in takes apart (PS3.5
 * 8.1.1).
 */
function isNarrow({ bitsAllocated }: ImageDescription): boolean {
  return bitsAllocated % 16 !== 0;
}

async function compressedFrame(
  image: ImageDescription,
  stream: Uint8Array,
  coding: FrameCoding,
  codec: DicomCodec,
): Promise<StoredFrame> {
  const claimed = codestreamFacts(stream);
  if (claimed === undefined || claimed.width !== image.columns || claimed.height !== image.rows) {
    throw new Damaged('corrupt_file', 'code stream of another size');
  }
  if (claimed.components !== image.samplesPerPixel) throw new Damaged('corrupt_file', 'components');
  const described = asCoded(image, claimed);
  const decoded = await decodeStream(stream, coding, described, codec);
  const { bitsAllocated } = decoded;
  const isPlanar = decoded.isPlanar || claimed.isPlanar;
  const signed = knowsSign.has(coding) ? described : signedAsStored(described, image.bitsStored);
  return frameOf({ ...signed, bitsAllocated }, decoded.bytes, isPlanar, decoded.photometric);
}

const knowsSign: ReadonlySet<FrameCoding> = new Set(['jpeg-2000', 'htj2k']);

/**
 * JPEG and JPEG-LS hold the stored bits as unsigned, at any precision: the data set tells the sign bit. A
 * sample too narrow to reach that bit has no sign.
 */
function signedAsStored(coded: ImageDescription, bitsStored: number): ImageDescription {
  if (!coded.isSigned) return coded;
  if (bitsStored > coded.bitsAllocated) return { ...coded, isSigned: false };
  return { ...coded, bitsStored, highBit: bitsStored - 1 };
}

/**
 * The code stream decides its bits and, in JPEG, its colour space; the data set decides the sign, since
 * JPEG has none and writers of JPEG 2000 get it wrong.
 */
function asCoded(image: ImageDescription, { precision, colour }: CodestreamFacts): ImageDescription {
  if (precision < 1 || precision > maxCodedBits) throw new Damaged('corrupt_file', 'precision');
  const photometric = colour === undefined ? image.photometric : colour === 'rgb' ? 'RGB' : 'YBR_FULL';
  const bitsAllocated = precision > 8 ? 16 : 8;
  return { ...image, bitsAllocated, bitsStored: precision, highBit: precision - 1, photometric };
}

async function decodeStream(
  stream: Uint8Array,
  coding: FrameCoding,
  image: ImageDescription,
  codec: DicomCodec,
): Promise<DecodedFrame> {
  try {
    return await codec.decodeFrame(stream, coding, image);
  } catch (error) {
    if (error instanceof UnsupportedStream) throw new Damaged('unsupported_format', error.message);
    const repaired = coding === 'jpeg-ls' ? withoutPadding(stream) : undefined;
    if (repaired !== undefined) return codec.decodeFrame(repaired, coding, image).catch(refuseStream);
    return refuseStream(error);
  }
}

function refuseStream(error: unknown): never {
  throw error instanceof DamagedStream ? new Damaged('corrupt_file', 'code stream') : error;
}

/**
 * Some JPEG-LS writers pad the coded data with a zero byte before the end marker, which CharLS refuses from
 * 2.3 on (its issues 365 and 437). Undefined where there is no such byte.
 */
function withoutPadding(stream: Uint8Array): Uint8Array | undefined {
  let end = stream.length - 2;
  while (end > 0 && !(stream[end] === 0xff && stream[end + 1] === 0xd9)) end--;
  if (end < 2 || stream[end - 1] !== 0) return undefined;
  const shorter = stream.slice(0, -1);
  shorter.set(stream.subarray(end), end - 1);
  return shorter;
}

function frameOf(
  image: ImageDescription,
  bytes: Uint8Array,
  isPlanar: boolean,
  photometric: string,
): StoredFrame {
  const pixels = image.rows * image.columns;
  const count = pixels * image.samplesPerPixel;
  if (bytes.length < (count * image.bitsAllocated) / 8) throw new Damaged('corrupt_file', 'frame too short');
  const packed = { bytes, firstBit: 0, isLittleEndian: true };
  const values = unpackSamples(packed, image, count);
  const turn = isPlanar && image.samplesPerPixel === 3;
  return { ...shape(image), values: turn ? interleave(values, pixels) : values, photometric };
}

function shape({ columns, rows, samplesPerPixel, bitsStored, isSigned }: ImageDescription) {
  return { columns, rows, samplesPerPixel, bitsStored, isSigned };
}

function interleave(planar: PlaneData, pixels: number): PlaneData {
  const out = planar.slice();
  for (let sample = 0; sample < 3; sample++) {
    for (let i = 0; i < pixels; i++) out[i * 3 + sample] = planar[sample * pixels + i] ?? 0;
  }
  return out;
}

/** Y1 Y2 Cb Cr for each pair of pixels (PS3.3 C.7.6.3.1.2) to Y Cb Cr for each. */
function expandChroma(pairs: PlaneData, pixels: number): PlaneData {
  const out = pairs instanceof Uint8Array ? new Uint8Array(pixels * 3) : new Uint16Array(pixels * 3);
  for (let i = 0; i < pixels; i++) {
    const pair = (i >> 1) * 4;
    out[i * 3] = pairs[pair + (i & 1)] ?? 0;
    out[i * 3 + 1] = pairs[pair + 2] ?? 0;
    out[i * 3 + 2] = pairs[pair + 3] ?? 0;
  }
  return out;
}
