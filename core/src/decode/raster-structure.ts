import { Damaged } from './dicom/dataset/damaged.ts';
import { maxPages, maxScans } from './limits.ts';
import type { RasterFormat } from './raster-codec.ts';
import { type SimpleFormat, simpleSize } from './simple/simple-pictures.ts';
import { jpegSegments } from './structure/jpeg-segments.ts';
import { readDirectory, TiffView } from './structure/tiff-directory.ts';
import { pixelRanges } from './structure/tiff-ranges.ts';
import type { DecodeProblem } from './study.ts';

const startOfScan = 0xda;
const riffHead = 12;

/**
 * Checks a picture's structure before a library parses it, for constructs that are cheap to write and
 * expensive to read. Linear in the file. Other damage is left to the library.
 */
export function structureProblem(bytes: Uint8Array, format: RasterFormat): DecodeProblem | undefined {
  try {
    return judges[format]?.(bytes);
  } catch (error) {
    if (error instanceof Damaged) return error.problem;
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const judges: Partial<Record<RasterFormat, (bytes: Uint8Array) => DecodeProblem | undefined>> = {
  webp: judgeWebp,
  tiff: judgeTiff,
  jpeg: judgeJpeg,
  gif: judgeSimple('gif'),
  bmp: judgeSimple('bmp'),
};

function judgeWebp(bytes: Uint8Array): DecodeProblem | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let frames = 0;
  for (let at = riffHead; at + 8 <= bytes.length; ) {
    const isFrame = view.getUint32(at) === 0x414e4d46; // ANMF
    if (isFrame && ++frames > maxPages) return 'too_many_frames';
    const length = view.getUint32(at + 4, true);
    at += 8 + length + (length % 2);
  }
  return undefined;
}

/** Throws `Damaged` for overlapping strips. A cyclic chain of pages has too many, too. */
function judgeTiff(bytes: Uint8Array): DecodeProblem | undefined {
  const source = new TiffView(bytes);
  const first = readDirectory(source);
  for (const _ of pixelRanges(source, first));
  let at = source.wide(source.isBig ? 8 : 4);
  for (let pages = 0; at !== 0; pages++) {
    if (pages >= maxPages) return 'too_many_frames';
    const count = source.isBig ? source.wide(at) : source.view.getUint16(at, source.isLittle);
    at = source.wide(at + first.countLength + count * first.entryLength);
  }
  return undefined;
}

function judgeSimple(format: SimpleFormat) {
  return (bytes: Uint8Array): undefined => {
    simpleSize(bytes, format);
  };
}

function judgeJpeg(bytes: Uint8Array): DecodeProblem | undefined {
  let scans = 0;
  for (const { marker } of jpegSegments(bytes)) {
    if (marker === startOfScan && ++scans > maxScans) return 'corrupt_file';
  }
  return undefined;
}
