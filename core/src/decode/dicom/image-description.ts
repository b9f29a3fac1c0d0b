import { sizeProblem } from '../limits.ts';
import { Damaged } from './dataset/damaged.ts';
import type { Dataset } from './dataset/dataset.ts';

/** Interpretation of a data set's pixels, validated. */
export interface ImageDescription {
  readonly rows: number;
  readonly columns: number;
  readonly frames: number;
  readonly samplesPerPixel: 1 | 3;
  readonly photometric: string;
  readonly isPlanar: boolean;
  readonly bitsAllocated: number;
  readonly bitsStored: number;
  readonly highBit: number;
  readonly isSigned: boolean;
  readonly number: 'integer' | 'float' | 'double';
}

const maxFrames = 100_000;
const maxBits = 32;

/** Throws `Damaged`: no image, a size beyond the limits, or a description that contradicts itself. */
export function describeImage(dataset: Dataset): ImageDescription {
  const number = numberKind(dataset);
  const rows = dataset.number('rows') ?? 0;
  const columns = dataset.number('columns') ?? 0;
  const problem = sizeProblem(columns, rows);
  if (problem !== undefined) throw new Damaged(problem, `${columns} x ${rows}`);
  const declaredSamples = dataset.number('samplesPerPixel') ?? 1;
  const bitsAllocated =
    number === 'integer' ? (dataset.number('bitsAllocated') ?? 0) : number === 'float' ? 32 : 64;
  const bitsStored = number === 'integer' ? (dataset.number('bitsStored') ?? bitsAllocated) : bitsAllocated;
  const highBit = number === 'integer' ? (dataset.number('highBit') ?? bitsStored - 1) : bitsStored - 1;
  /** Zero frames followed by pixels: some writers mean one. */
  const frames = dataset.number('numberOfFrames') || 1;
  if (declaredSamples !== 1 && declaredSamples !== 3) {
    throw new Damaged('unsupported_format', `${declaredSamples} samples per pixel`);
  }
  if (number === 'integer' && !(bitsAllocated >= 1 && bitsAllocated <= maxBits)) {
    throw new Damaged(
      bitsAllocated > maxBits ? 'unsupported_format' : 'corrupt_file',
      `${bitsAllocated} bits`,
    );
  }
  if (
    !Number.isInteger(bitsAllocated) ||
    bitsStored < 1 ||
    bitsStored > bitsAllocated ||
    highBit < bitsStored - 1 ||
    highBit >= bitsAllocated
  ) {
    throw new Damaged('corrupt_file', 'bits do not fit');
  }
  if (!Number.isInteger(frames) || frames < 1 || frames > maxFrames) {
    throw new Damaged('corrupt_file', 'number of frames');
  }
  const photometric =
    dataset.text('photometricInterpretation')?.toUpperCase() ??
    (declaredSamples === 3 ? 'RGB' : 'MONOCHROME2');
  const sampleBits = rows * columns * frames * bitsAllocated;
  const samplesPerPixel = isMisdeclaredColour(dataset, photometric, sampleBits) ? 3 : declaredSamples;
  return {
    rows,
    columns,
    frames,
    samplesPerPixel,
    photometric,
    isPlanar: dataset.number('planarConfiguration') === 1,
    bitsAllocated,
    bitsStored,
    highBit,
    isSigned: dataset.number('pixelRepresentation') === 1,
    number,
  };
}

/** Some colour images declare one sample per pixel; the length of their pixel data shows three. */
function isMisdeclaredColour(dataset: Dataset, photometric: string, sampleBits: number): boolean {
  const pixels = dataset.element('pixelData');
  const isColour = photometric === 'RGB' || photometric.startsWith('YBR_FULL');
  return isColour && pixels?.fragments === undefined && 8 * (pixels?.bytes.length ?? 0) >= 3 * sampleBits;
}

function numberKind(dataset: Dataset): ImageDescription['number'] {
  if (dataset.element('pixelData') !== undefined) return 'integer';
  if (dataset.element('floatPixelData') !== undefined) return 'float';
  if (dataset.element('doublePixelData') !== undefined) return 'double';
  throw new Damaged('no_pixel_data', 'no pixel data');
}
