import { closeSync, openSync, readSync } from 'node:fs';
import { inferFile } from '../../../analyses/study.test-support.ts';
import type { Infer } from '../../../core/src/analysis/engine.ts';
import { type GreyPlane, greyPlane, type Mask, mask } from '../../../core/src/pixels/plane.ts';
import { readTable } from '../../engine/tables.ts';

export const side = 256;
/** A head 180 mm long fills 94 % of the canvas. */
export const mmPerPixel = 180 / (0.94 * side);

/** A prepared slice of CT-ICH. */
export interface Slice {
  readonly bleeding: boolean;
  /** Place in the scan: 0 the first slice, 1 the last. */
  readonly position: number;
  readonly grey: GreyPlane;
  readonly inside: Mask;
  /** The midline network of the slice's fold. */
  readonly infer: Infer;
}

/**
 * Every `step`-th slice of `cache` (engine/prepare.ts), with its labels in `dataset` and the midline network
 * of its fold in `checkpoints`.
 */
export function* preparedSlices(
  { cache, dataset, checkpoints }: Readonly<Record<'cache' | 'dataset' | 'checkpoints', string>>,
  step: number,
): Generator<{ readonly row: number; readonly slice: Slice }> {
  const index = readTable(`${cache}/index.csv`);
  const labels = new Map(readTable(`${dataset}/labels.csv`).map((label) => [label.file ?? '', label]));
  const file = openSync(`${cache}/canvas.bin`, 'r');
  for (let row = 0; row < index.length; row += step) {
    const label = labels.get(index[row]?.file ?? '') ?? {};
    const slice: Slice = {
      bleeding: label.any_ich === '1',
      position: Number(label.slice_order) / (Number(label.n_slices) - 1),
      ...canvasOf(file, row),
      infer: (_, feeds) => inferFile(`${checkpoints}/midline-${label.fold}.onnx`, feeds),
    };
    yield { row, slice };
  }
  closeSync(file);
}

function canvasOf(file: number, row: number): Pick<Slice, 'grey' | 'inside'> {
  const bytes = new Uint8Array(2 * side * side);
  readSync(file, bytes, 0, bytes.length, row * bytes.length);
  const [grey, inside] = [greyPlane(side, side), mask(side, side)];
  for (let i = 0; i < side * side; i++) {
    grey.data[i] = (bytes[i] ?? 0) / 255;
    inside.data[i] = bytes[side * side + i] === 1 ? 1 : 0;
  }
  return { grey, inside };
}

/** Numbers in [0, 1), the same for the same seed. */
export function generator(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}
