import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { Infer } from '../../../core/src/analysis/engine.ts';

const sessions = new Map<string, Promise<InferenceSession>>();

/**
 * Runs the midline network of one fold, CHECKPOINTS/midline-FOLD.onnx, in place of the shipped one; one
 * thread.
 */
export function foldInfer(checkpoints: string, fold: number): Infer {
  return (_, feeds) => run(`${checkpoints}/midline-${fold}.onnx`, feeds);
}

/** Runs the network at `path` in place of the shipped `model`, and the shipped ones for all else. */
export function inPlaceOf(model: string, path: string, shipped: Infer): Infer {
  return (asked, feeds) => (asked === model ? run(path, feeds) : shipped(asked, feeds));
}

const run = async (path: string, feeds: Parameters<Infer>[1]): ReturnType<Infer> => {
  const session = sessions.get(path) ?? InferenceSession.create(path, { intraOpNumThreads: 1 });
  sessions.set(path, session);
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
