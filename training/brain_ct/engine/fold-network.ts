import { inferFile } from '../../../analyses/study.test-support.ts';
import type { Infer } from '../../../core/src/analysis/engine.ts';

/**
 * Runs the midline network of one fold, CHECKPOINTS/midline-FOLD.onnx, in place of the shipped one; one
 * thread.
 */
export function foldInfer(checkpoints: string, fold: number): Infer {
  return (_, feeds) => inferFile(`${checkpoints}/midline-${fold}.onnx`, feeds);
}

/** Runs the network at `path` in place of the shipped `model`, and the shipped ones for all else. */
export function inPlaceOf(model: string, path: string, shipped: Infer): Infer {
  return (asked, feeds) => (asked === model ? inferFile(path, feeds) : shipped(asked, feeds));
}
