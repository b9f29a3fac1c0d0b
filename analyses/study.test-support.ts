import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { EngineContext, Infer } from '@second-read/core/analysis/engine';
import type { Study } from '@second-read/core/decode/study';
import { luminance } from '@second-read/core/pixels/color/luminance';
import { type GreyPlane, greyPlane } from '@second-read/core/pixels/plane';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import sharp from 'sharp';

const sessions = new Map<string, Promise<InferenceSession>>();

/** Runs the network of a file, on one thread. */
export const inferFile = async (path: string, feeds: Parameters<Infer>[1]): ReturnType<Infer> => {
  const session = sessions.get(path) ?? InferenceSession.create(path, { intraOpNumThreads: 1 });
  sessions.set(path, session);
  const inputs = Object.entries(feeds).map(([name, { data, dims }]) => [
    name,
    new Tensor('float32', data, dims),
  ]);
  const outputs = await (await session).run(Object.fromEntries(inputs));
  const tensors = Object.entries(outputs).map(([name, { data, dims }]) => {
    if (!(data instanceof Float32Array)) throw new Error(`${path}: ${name} is not float32`);
    return [name, { data, dims }] as const;
  });
  return Object.fromEntries(tensors);
};

/** Runs the networks that stand in `<root>/<folder>/model/`. */
export const inferFrom =
  (root: URL): Infer =>
  (model, feeds) => {
    const [folder, file] = model.split('/');
    return inferFile(fileURLToPath(new URL(`${folder}/model/${file}.onnx`, root)), feeds);
  };

/** The networks that ship. For tests only. */
export const infer = inferFrom(new URL('./', import.meta.url));

/** A context that runs real networks and is never cancelled. */
export const context: EngineContext = {
  infer,
  progress: () => {},
  signal: { aborted: false, throwIfAborted: () => {} },
};

/** A study from grey values (0 to 255 unless `hounsfield`). */
export function greyStudy(grey: GreyPlane, options: Partial<Study> = {}): Study {
  return {
    width: grey.width,
    height: grey.height,
    grey,
    quantity: 'relative',
    bitsStored: 8,
    source: { format: 'png', frames: 1, frame: 0 },
    ...options,
  };
}

/** A picture painted from a function of x and y. */
export function painted(width: number, height: number, value: (x: number, y: number) => number): GreyPlane {
  const plane = greyPlane(width, height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) plane.data[y * width + x] = value(x, y);
  }
  return plane;
}

/**
 * Reads an 8-bit PNG, JPEG or WebP file, from disk or as bytes; colour is kept only where the channels
 * differ.
 */
export async function studyOfFile(file: string | Buffer): Promise<Study> {
  const decoded = sharp(typeof file === 'string' ? await readFile(file) : file)
    .rotate()
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .removeAlpha();
  const { data, info } = await decoded.raw().toBuffer({ resolveWithObject: true });
  const size = { width: info.width, height: info.height };
  const rgb = { ...size, data: new Uint8Array(size.width * size.height * 3) };
  for (let i = 0; i < size.width * size.height; i++) {
    for (let c = 0; c < 3; c++)
      rgb.data[i * 3 + c] = data[i * info.channels + Math.min(c, info.channels - 1)] ?? 0;
  }
  const grey = luminance(rgb);
  const isGrey = rgb.data.every((value, i) => value === rgb.data[i - (i % 3)]);
  return greyStudy(grey, isGrey ? {} : { colour: rgb });
}
