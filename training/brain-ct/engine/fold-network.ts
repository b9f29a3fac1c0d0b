import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { Infer } from '../../../core/src/analysis/engine.ts';

const sessions = new Map<number, Promise<InferenceSession>>();

/**
 * Runs the midline network of one fold, CHECKPOINTS/midline-FOLD.onnx, in place of the shipped one; one
 * thread.
 */
export function foldInfer(checkpoints: string, fold: number): Infer {
  return async (_, feeds) => {
    const session =
      sessions.get(fold) ??
      InferenceSession.create(`${checkpoints}/midline-${fold}.onnx`, { intraOpNumThreads: 1 });
    sessions.set(fold, session);
    const inputs = Object.entries(feeds).map(([name, { data, dims }]) => [
      name,
      new Tensor('float32', data, dims),
    ]);
    const outputs = await (await session).run(Object.fromEntries(inputs));
    return Object.fromEntries(
      Object.entries(outputs).map(([name, { data, dims }]) => [
        name,
        { data: Float32Array.from(data as Float32Array), dims },
      ]),
    );
  };
}
