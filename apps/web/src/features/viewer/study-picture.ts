import { decodeDicom } from '@second-read/core/decode/dicom/decode-dicom';
import { type DicomCodec, UnsupportedStream } from '@second-read/core/decode/dicom-codec';
import type { Study } from '@second-read/core/decode/study';
import { type DisplayWindow, type GreySamples, nextPictureId, type Picture } from './picture.ts';

/** Compressed frames are shown once the server has read them; RLE needs no codec. */
const noCodec: DicomCodec = {
  inflate: () => {
    throw new UnsupportedStream('deflated');
  },
  decodeFrame: async () => {
    throw new UnsupportedStream('compressed');
  },
};

/**
 * A frame of any DICOM file that needs no codec, read as the server reads it: without preamble, big endian, RLE,
 * colour, one of many frames. Null for what only the server can show.
 * @param frame counted from 1; null leaves the choice to the decoder.
 */
export async function studyPicture(
  bytes: Uint8Array,
  frame: number | null,
  displayWindow?: DisplayWindow,
): Promise<Picture | null> {
  const result = await decodeDicom(bytes, noCodec, frame === null ? undefined : frame - 1);
  return result.ok ? pictureOf(result.study, displayWindow) : null;
}

function pictureOf(study: Study, displayWindow: DisplayWindow | undefined): Picture {
  const { width, height, spacing, colour } = study;
  const facts = { id: nextPictureId(), width, height, ...(spacing && { spacing }) };
  if (colour) return { ...facts, kind: 'colour', samples: colour.data };
  const isHounsfield = study.quantity === 'hounsfield';
  const { samples, scale, shift } = wholeSamples(study.grey.data, isHounsfield);
  const wanted = (isHounsfield && displayWindow) || study.window;
  const window = wanted && { centre: wanted.centre * scale + shift, width: wanted.width * scale };
  return {
    ...facts,
    kind: 'grey',
    samples,
    unit: isHounsfield ? 'HU' : '',
    window: window ?? rangeOf(samples),
  };
}

interface WholeSamples {
  readonly samples: GreySamples;
  readonly scale: number;
  readonly shift: number;
}

/** Values as whole numbers where 16 bits hold them; others are spread over 16 bits. */
function wholeSamples(values: Float32Array, isHounsfield: boolean): WholeSamples {
  let [least, most, isWhole] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, true];
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
    if (!Number.isInteger(value)) isWhole = false;
  }
  const fits = least >= -32_768 && most <= 32_767;
  if (fits && (isWhole || isHounsfield)) {
    return { samples: Int16Array.from(values, Math.round), scale: 1, shift: 0 };
  }
  if (isWhole && least >= 0 && most <= 65_535) {
    return { samples: Uint16Array.from(values), scale: 1, shift: 0 };
  }
  const scale = most > least ? 65_535 / (most - least) : 1;
  const shift = -least * scale;
  return { samples: Uint16Array.from(values, (value) => Math.round(value * scale + shift)), scale, shift };
}

function rangeOf(samples: GreySamples): DisplayWindow {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of samples) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return { centre: (most + least) / 2, width: Math.max(1, most - least) };
}
