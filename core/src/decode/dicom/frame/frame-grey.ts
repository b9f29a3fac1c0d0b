import type { GreyPlane, PlaneData } from '../../../pixels/plane.ts';
import type { Dataset } from '../dataset/dataset.ts';
import type { ImageDescription } from '../image-description.ts';
import { type LookupTable, lookUp, lookupTable } from '../samples/lookup-table.ts';
import { frameTransform } from './frame-transform.ts';
import { type FrameVoi, frameVoi } from './frame-voi.ts';
import type { StoredFrame } from './stored-frame.ts';

export interface GreyFrame extends FrameVoi {
  readonly grey: GreyPlane;
  readonly quantity: 'hounsfield' | 'relative';
}

/** Stored value → meaning: `slope * value + intercept`, of the value or of its table entry. */
interface Modality {
  readonly slope: number;
  readonly intercept: number;
  readonly table?: LookupTable;
}

/**
 * Stored values to Hounsfield units or relative brightness, bright meaning dense: MONOCHROME1 is inverted,
 * except for Hounsfield units, which do not depend on display. Padding becomes the smallest real value, so
 * that it distorts neither windows nor histograms.
 */
export function frameGrey(
  frame: StoredFrame,
  image: ImageDescription,
  dataset: Dataset,
  index: number,
): GreyFrame {
  const { rescale: transform, voi } = frameTransform(dataset, index);
  const modality = modalityOf(dataset, transform, image);
  const quantity = isHounsfield(dataset, transform, modality) ? 'hounsfield' : 'relative';
  const isTurned = frame.photometric === 'MONOCHROME1' && quantity === 'relative';
  const shown = isTurned ? turned(modality, frame.values, image) : modality;
  const values = applyModality(frame.values, shown);
  flattenPadding(values, frame.values, paddingRange(dataset), image.number !== 'integer');
  const grey = { width: frame.columns, height: frame.rows, data: values };
  const mirror = isTurned ? shown.intercept + modality.intercept : undefined;
  return { grey, quantity, ...frameVoi(voi, isNegative(modality, image), mirror) };
}

function modalityOf(dataset: Dataset, transform: Dataset, image: ImageDescription): Modality {
  const item = dataset.items('modalityLutSequence')[0];
  const table = item && lookupTable(item, { descriptor: 'lutDescriptor', data: 'lutData' }, image.isSigned);
  if (table !== undefined) return { slope: 1, intercept: 0, table };
  const slope = transform.number('rescaleSlope') ?? 0;
  if (slope === 0) return { slope: 1, intercept: 0 };
  return { slope, intercept: transform.number('rescaleIntercept') ?? 0 };
}

/** Rescaled CT without another unit (PS3.3 C.11.1.1.2; without a type the unit is HU). */
function isHounsfield(dataset: Dataset, transform: Dataset, { table }: Modality): boolean {
  const isRescaled = table === undefined && (transform.number('rescaleSlope') ?? 0) !== 0;
  return isRescaled && dataset.text('modality') === 'CT' && (transform.text('rescaleType') ?? 'HU') === 'HU';
}

function applyModality(stored: PlaneData, { slope, intercept, table }: Modality): Float32Array {
  const values = new Float32Array(stored.length);
  if (table !== undefined) {
    for (let i = 0; i < values.length; i++) values[i] = slope * lookUp(table, stored[i] ?? 0) + intercept;
    return values;
  }
  values.set(stored);
  if (slope === 1 && intercept === 0) return values;
  for (let i = 0; i < values.length; i++) values[i] = slope * (values[i] ?? 0) + intercept;
  return values;
}

/** Inverted within the range of the bits; for floats and tables, within the range of the values. */
function turned(modality: Modality, stored: PlaneData, image: ImageDescription): Modality {
  const { slope, intercept, table } = modality;
  const isOpen = table !== undefined || image.number !== 'integer' || image.bitsStored > 16;
  const { min, max } = isOpen ? extremes(applyModality(stored, modality)) : bounds(image);
  const sum = isOpen ? min + max : slope * (min + max) + 2 * intercept;
  return { slope: -slope, intercept: sum - intercept, table };
}

function bounds({ isSigned, bitsStored }: ImageDescription): { min: number; max: number } {
  const half = 2 ** (bitsStored - 1);
  return isSigned ? { min: -half, max: half - 1 } : { min: 0, max: 2 * half - 1 };
}

function extremes(values: Float32Array): { min: number; max: number } {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return min > max ? { min: 0, max: 0 } : { min, max };
}

function paddingRange(dataset: Dataset): readonly [number, number] | undefined {
  const value = dataset.number('pixelPaddingValue');
  if (value === undefined) return undefined;
  const limit = dataset.number('pixelPaddingRangeLimit') ?? value;
  return [Math.min(value, limit), Math.max(value, limit)];
}

function flattenPadding(
  values: Float32Array,
  stored: PlaneData,
  range: readonly [number, number] | undefined,
  isFloat: boolean,
): void {
  if (range === undefined && !isFloat) return;
  const [from, to] = range ?? [1, 0];
  let floor = Number.POSITIVE_INFINITY;
  for (let i = 0; i < values.length; i++) {
    const code = stored[i] ?? 0;
    if (code >= from && code <= to) values[i] = Number.NaN;
    const value = values[i] ?? 0;
    if (value < floor && value > Number.NEGATIVE_INFINITY) floor = value;
  }
  if (floor === Number.POSITIVE_INFINITY) floor = 0;
  for (let i = 0; i < values.length; i++) if (!Number.isFinite(values[i])) values[i] = floor;
}

/** Whether the values that a display table begins at may be below zero: rescaled ones may. */
function isNegative({ table, intercept }: Modality, { isSigned }: ImageDescription): boolean {
  return table === undefined && (isSigned || intercept < 0);
}
