import { Damaged } from '@second-read/core/decode/dicom/dataset/damaged';
import { explicitLittleEndian } from '@second-read/core/decode/dicom/dataset/transfer-syntax';
import { locateEncapsulated, locateNative } from '@second-read/core/decode/dicom/frame/locate-frame';
import { decodeFrame } from '@second-read/core/decode/dicom/frame/stored-frame';
import { describeImage, type ImageDescription } from '@second-read/core/decode/dicom/image-description';
import { type DicomFile, readFile } from '@second-read/core/decode/dicom/read-file';
import type { DicomCodec } from '@second-read/core/decode/dicom-codec';
import type { PlaneData } from '@second-read/core/pixels/plane';
import { writeSealed } from '../../spool/sealed-file.ts';
import { type FileInput, wholeInput } from '../clean/file-input.ts';

export interface FramesTask {
  readonly file: FileInput;
  /** From 1. */
  readonly frames: readonly number[];
  /** The transfer syntaxes that the caller takes: all, or uncompressed little endian only. */
  readonly takes: 'stored' | 'plain';
  /** Of all frames together, from the second on. */
  readonly mostBytes: number;
  /** Where the frames are written, encrypted, one behind the other. */
  readonly target: string;
}

type Refusal = 'no_such_frame' | 'not_acceptable' | 'too_large' | 'damaged';
export type FramesOutcome =
  | {
      readonly ok: true;
      readonly syntaxUid: string;
      /** Bytes of each frame. */
      readonly lengths: readonly number[];
    }
  | { readonly ok: false; readonly reason: Refusal };

interface Cut {
  readonly syntaxUid: string;
  readonly bytes: Uint8Array;
}

class Refused extends Error {
  readonly reason: Refusal;

  constructor(reason: Refusal) {
    super(reason);
    this.reason = reason;
  }
}

/** Frames of one file as PS3.18 sends them: the code stream as stored, or samples in little endian. */
export async function cutFrames(
  { file, frames, takes, mostBytes, target }: FramesTask,
  codec: DicomCodec,
  spoolKey: Uint8Array,
): Promise<FramesOutcome> {
  try {
    const dicom = readFile(await wholeInput(file, spoolKey), codec);
    const image = describeImage(dicom.dataset);
    if (frames.some((each) => each > image.frames)) return { ok: false, reason: 'no_such_frame' };
    let syntaxUid = explicitLittleEndian.uid;
    const lengths: number[] = [];
    let left = mostBytes;
    const cut = async function* () {
      for (const frame of frames) {
        const one = await cutFrame(dicom, image, { frame: frame - 1, takes }, codec);
        if (!one) throw new Refused('not_acceptable');
        left -= one.bytes.length;
        if (left < 0 && lengths.length > 0) throw new Refused('too_large');
        syntaxUid = one.syntaxUid;
        lengths.push(one.bytes.length);
        yield one.bytes;
      }
    };
    await writeSealed(target, cut(), spoolKey);
    return { ok: true, syntaxUid, lengths };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, reason: error.reason };
    if (error instanceof Damaged) return { ok: false, reason: 'damaged' };
    throw error;
  }
}

/** Undefined where the caller does not take what there is. */
async function cutFrame(
  dicom: DicomFile,
  image: ImageDescription,
  { frame, takes }: { readonly frame: number; readonly takes: FramesTask['takes'] },
  codec: DicomCodec,
): Promise<Cut | undefined> {
  const { dataset, syntax } = dicom;
  const element =
    dataset.element('pixelData') ?? dataset.element('floatPixelData') ?? dataset.element('doublePixelData');
  if (!element) throw new Damaged('no_pixel_data', 'no pixel data');
  const isCoded = element.fragments !== undefined;
  if (isCoded && takes === 'stored')
    return { syntaxUid: syntax.uid, bytes: locateEncapsulated(dataset, image, frame) };
  const syntaxUid = explicitLittleEndian.uid;
  if (!isCoded && syntax.isLittleEndian) return { syntaxUid, bytes: nativeBytes(element, image, frame) };
  // Decoded colors are not those that the metadata describes.
  if (image.samplesPerPixel === 3 || image.number !== 'integer') return undefined;
  const { values } = await decodeFrame(dicom, image, frame, codec);
  return { syntaxUid, bytes: littleEndian(values, image.bitsAllocated) };
}

/** Packed pictures of one bit begin with the first bit of the frame. */
function nativeBytes(
  element: Parameters<typeof locateNative>[0],
  image: ImageDescription,
  frame: number,
): Uint8Array {
  const { bytes, firstBit } = locateNative(element, image, frame, false);
  if (firstBit === 0) return bytes;
  const bits = image.rows * image.columns * image.samplesPerPixel * image.bitsAllocated;
  const moved = new Uint8Array(Math.ceil(bits / 8));
  for (let at = 0; at < moved.length; at++)
    moved[at] = ((bytes[at] ?? 0) >> firstBit) | ((bytes[at + 1] ?? 0) << (8 - firstBit));
  return moved;
}

/** Negative samples wrap to their two's complement. */
function littleEndian(values: PlaneData, bitsAllocated: number): Uint8Array {
  if (bitsAllocated <= 8) return Uint8Array.from(values);
  const size = bitsAllocated <= 16 ? 2 : 4;
  const bytes = new Uint8Array(values.length * size);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < values.length; at++) {
    if (size === 2) view.setUint16(at * 2, values[at] ?? 0, true);
    else view.setUint32(at * 4, values[at] ?? 0, true);
  }
  return bytes;
}
