import { join } from 'node:path';
import type { Infer, Tensor } from '@second-read/core/analysis/engine';
import type { InferenceSession } from 'onnxruntime-node';
import { type CancelFlag, hold } from './cancel-flag.ts';

const modelName = /^[a-z0-9-]+\/[a-z0-9_-]+$/;

/**
 * One thread per session and no spinning: the pool provides the parallelism, and a spinning thread would
 * take a core from others.
 */
const sessionOptions: InferenceSession.SessionOptions = {
  executionProviders: ['cpu'],
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  // A plan of all tensors at once, for every size seen, would double what the arenas of a thread hold.
  enableMemPattern: false,
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  logSeverityLevel: 3,
  extra: { session: { intra_op: { allow_spinning: '0' }, inter_op: { allow_spinning: '0' } } },
};

/** Runs a section in which the thread must not be terminated. */
export type Undisturbed = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * A thread terminated while onnxruntime-node loads, creates a session or runs one crashes the whole process
 * (`terminate called after throwing an instance of 'Napi::Error'`), so these sections hold every current
 * cancel flag.
 */
export function undisturbedBy(flags: () => readonly CancelFlag[]): Undisturbed {
  return (work) => flags().reduceRight((inner, flag) => () => hold(flag, inner), work)();
}

/**
 * Runs ONNX graphs from `<modelsRoot>/<folder>/model/<file>.onnx`; each is loaded once, when first asked for.
 */
export function createInfer(modelsRoot: string, undisturbed: Undisturbed = (work) => work()): Infer {
  const sessions = new Map<string, Promise<InferenceSession>>();
  return (model, feeds) =>
    undisturbed(async () => {
      const session = await cached(sessions, model, () => loadSession(modelsRoot, model));
      return run(session, feeds);
    });
}

/** Loaded once, on first use: it takes a tenth of a second, and a repeated import is not free. */
let runtime: Promise<typeof import('onnxruntime-node')> | undefined;

export function inferenceRuntime(): Promise<typeof import('onnxruntime-node')> {
  runtime ??= import('onnxruntime-node');
  return runtime;
}

/** A failed load is retried on the next request. */
function cached<T>(store: Map<string, Promise<T>>, key: string, load: () => Promise<T>): Promise<T> {
  const known = store.get(key);
  if (known !== undefined) return known;
  const loading = load();
  store.set(key, loading);
  loading.catch(() => store.delete(key));
  return loading;
}

async function loadSession(modelsRoot: string, model: string): Promise<InferenceSession> {
  if (!modelName.test(model)) throw new Error(`not the name of a model: ${model}`);
  const [folder = '', file = ''] = model.split('/');
  const { InferenceSession } = await inferenceRuntime();
  return InferenceSession.create(join(modelsRoot, folder, 'model', `${file}.onnx`), sessionOptions);
}

async function run(
  session: InferenceSession,
  feeds: Readonly<Record<string, Tensor>>,
): Promise<Record<string, Tensor>> {
  const { Tensor: OrtTensor } = await inferenceRuntime();
  const inputs = Object.entries(feeds).map(
    ([name, { data, dims }]) => [name, new OrtTensor('float32', data, dims)] as const,
  );
  const outputs = await session.run(Object.fromEntries(inputs));
  const results: Record<string, Tensor> = {};
  for (const [name, { data, dims }] of Object.entries(outputs)) {
    if (!(data instanceof Float32Array)) throw new Error(`output ${name} is not float32`);
    results[name] = { data, dims };
  }
  return results;
}
