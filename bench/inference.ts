import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { createInfer } from '../apps/server/src/platform/compute/infer.ts';
import { findModelsRoot } from '../apps/server/src/platform/compute/models-root.ts';
import { compare, type Finding } from './measure.ts';

const rounds = 7;
/** Share of the bare runtime's speed. */
const minSpeed = 0.85;

/** Every network of the modules, through the port against the bare runtime on one thread. */
export async function benchInference(): Promise<Finding[]> {
  const root = findModelsRoot();
  const findings: Finding[] = [];
  for (const model of modelsBelow(root)) findings.push(await benchModel(root, model));
  return findings;
}

function modelsBelow(root: string): string[] {
  return readdirSync(root).flatMap((folder) => {
    const models = join(root, folder, 'model');
    if (!existsSync(models)) return [];
    return readdirSync(models)
      .filter((file) => file.endsWith('.onnx'))
      .map((file) => `${folder}/${file.slice(0, -'.onnx'.length)}`);
  });
}

/** Processor time of the networks of one module, each run once by the bare runtime. */
export async function bareInferenceMs(folder: string): Promise<number> {
  const root = findModelsRoot();
  let sum = 0;
  for (const model of modelsBelow(root).filter((each) => each.startsWith(`${folder}/`))) {
    sum += (await benchModel(root, model)).peer;
  }
  return sum;
}

/** Where a graph leaves a size open: one picture, 256 pixels a side. */
function sizeOf(size: number | string, axis: number): number {
  return typeof size === 'number' ? size : axis === 0 ? 1 : 256;
}

async function benchModel(root: string, model: string): Promise<Finding> {
  const [folder = '', file = ''] = model.split('/');
  const path = join(root, folder, 'model', `${file}.onnx`);
  const session = await InferenceSession.create(path, { intraOpNumThreads: 1, interOpNumThreads: 1 });
  const feeds = session.inputMetadata.map((input) => {
    const dims = input.isTensor ? input.shape.map(sizeOf) : [];
    const data = new Float32Array(dims.reduce((product, size) => product * size, 1)).fill(0.5);
    return [input.name, { data, dims }] as const;
  });
  const infer = createInfer(root);
  const ours = () => infer(model, Object.fromEntries(feeds));
  const tensors = feeds.map(([name, { data, dims }]) => [name, new Tensor('float32', data, dims)] as const);
  const peer = () => session.run(Object.fromEntries(tensors));
  const times = await compare(ours, peer, rounds);
  const speed = times.peer / times.ours;
  return {
    name: `network ${model}: one inference through the port`,
    against: 'bare onnxruntime',
    ...times,
    aim: `at least ${minSpeed} of its speed (here ${speed.toFixed(2)})`,
    isMet: speed >= minSpeed,
  };
}
