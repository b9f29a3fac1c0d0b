import { Damaged } from '../decode/dicom/dataset/damaged.ts';
import type { Dataset } from '../decode/dicom/dataset/dataset.ts';
import { frameColour } from '../decode/dicom/frame/frame-colour.ts';
import { isGreyFrame } from '../decode/dicom/frame/frame-study.ts';
import { frameTransform } from '../decode/dicom/frame/frame-transform.ts';
import { decodeFrame, type StoredFrame } from '../decode/dicom/frame/stored-frame.ts';
import { describeImage } from '../decode/dicom/image-description.ts';
import { readFile } from '../decode/dicom/read-file.ts';
import type { DicomCodec } from '../decode/dicom-codec.ts';
import type { DecodeProblem } from '../decode/study.ts';
import type { Box, PlaneData } from '../pixels/plane.ts';
import { type CleanedPixels, deidentifyHead, headFacts } from './deidentify-head.ts';
import { fillBoxes } from './fill-boxes.ts';

/**
 * A masked copy is uncompressed. Its limit is this many times its file, or one large picture: a file of a
 * few megabytes must not fill the disk.
 */
const maxExpansion = 4;
const alwaysAllowedBytes = 64 * 1024 * 1024;
/** As much as is read of any file. */
const maxBytes = 600 * 1024 * 1024;

export type MaskedDicom =
  | { readonly ok: true; readonly parts: AsyncIterable<Uint8Array> }
  | { readonly ok: false; readonly problem: DecodeProblem };

type PlainFrame = Omit<CleanedPixels, 'bytes'> & { readonly values: PlaneData };

/**
 * A de-identified DICOM file with boxes masked in every frame: decoded, filled with what is shown black,
 * and written uncompressed, colour as RGB. The head says so (PS3.15: 113101, Burned In Annotation NO).
 * Frames are produced one by one; one that cannot be decoded makes the iteration throw `Damaged`.
 */
export async function maskDicom(
  bytes: Uint8Array,
  boxes: readonly Box[],
  codec: DicomCodec,
): Promise<MaskedDicom> {
  try {
    const file = readFile(bytes, codec);
    const image = describeImage(file.dataset);
    const frameAt = async (index: number) => {
      const frame = await decodeFrame(file, image, index, codec);
      return masked(frame, boxes, { dataset: file.dataset, index });
    };
    const first = await frameAt(0);
    const frameBytes = first.values.byteLength;
    const total = frameBytes * image.frames;
    if (total > Math.min(maxBytes, Math.max(alwaysAllowedBytes, maxExpansion * bytes.length)))
      return { ok: false, problem: 'too_many_pixels' };
    const facts = headFacts(bytes);
    if (!facts.ok) return facts;
    const even = total + (total % 2);
    const head = deidentifyHead(bytes, facts, (uid) => uid, { ...first, bytes: even });
    if (!head.ok) return head;
    const { isLittleEndian } = facts.writing;
    const parts = async function* () {
      yield* head.head;
      for (let index = 0; index < image.frames; index++) {
        const { values } = index === 0 ? first : await frameAt(index);
        if (values.byteLength !== frameBytes) throw new Damaged('corrupt_file', 'frames of different kinds');
        yield written(values, isLittleEndian);
      }
      if (even > total) yield new Uint8Array(1);
    };
    return { ok: true, parts: parts() };
  } catch (error) {
    if (error instanceof Damaged) return { ok: false, problem: error.problem };
    throw error;
  }
}

function masked(
  frame: StoredFrame,
  boxes: readonly Box[],
  of: { dataset: Dataset; index: number },
): PlainFrame {
  const { columns: width, rows: height } = frame;
  if (!isGreyFrame(frame)) {
    const { data: values } = frameColour(frame, of.dataset);
    fillBoxes({ width, height, data: values }, boxes, 0);
    const bits = { bitsAllocated: 8, bitsStored: 8, isSigned: false };
    return { samplesPerPixel: 3, photometric: 'RGB', ...bits, values };
  }
  const { values, photometric, bitsStored, isSigned } = frame;
  fillBoxes({ width, height, data: values }, boxes, blackOf(frame, of));
  const bitsAllocated = values.BYTES_PER_ELEMENT * 8;
  return { samplesPerPixel: 1, photometric, bitsAllocated, bitsStored, isSigned, values };
}

/** The stored value that is shown darkest in this frame. */
function blackOf({ values, photometric }: StoredFrame, of: { dataset: Dataset; index: number }): number {
  const slope = frameTransform(of.dataset, of.index).rescale.number('rescaleSlope') ?? 1;
  const isTurned = (photometric === 'MONOCHROME1') !== slope < 0;
  let darkest = isTurned ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  for (const value of values) {
    if (isTurned ? value > darkest : value < darkest) darkest = value;
  }
  return Number.isFinite(darkest) ? darkest : 0;
}

function written(values: PlaneData, isLittleEndian: boolean): Uint8Array {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  const size = values.BYTES_PER_ELEMENT;
  if (size === 1 || isLittleEndian === isLittleEndianMachine) return bytes;
  const swapped = new Uint8Array(bytes.length);
  for (let i = 0; i < bytes.length; i++) swapped[i] = bytes[i - (i % size) + size - 1 - (i % size)] ?? 0;
  return swapped;
}

const isLittleEndianMachine = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
