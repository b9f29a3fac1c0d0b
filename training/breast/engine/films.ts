/** Reads the training films and runs networks for the scripts of this folder; nothing here is shipped. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineContext, Infer, Tensor } from '@second-read/core/analysis/engine';
import { decodeStudy } from '@second-read/core/decode/decode-study';
import type { Study } from '@second-read/core/decode/study';
import * as ort from 'onnxruntime-node';
import sharp from 'sharp';
import { findSpots } from '../../../analyses/breast/engine/calcifications/calcifications.ts';
import { clusterPlaces } from '../../../analyses/breast/engine/calcifications/clusters.ts';
import type { WorkingImage } from '../../../analyses/breast/engine/framing/working-image.ts';
import { massContext, massFeatures } from '../../../analyses/breast/engine/masses/mass-features.ts';
import { makeMassGrid } from '../../../analyses/breast/engine/masses/mass-grid.ts';
import { toFrame } from '../../../analyses/breast/engine/masses/masses.ts';
import { blobCandidates, saliency } from '../../../analyses/breast/engine/masses/saliency.ts';
import type { LesionMaps } from '../../../analyses/breast/engine/tissue/breast-network.ts';
import type { Tissue } from '../../../analyses/breast/engine/tissue/tissue.ts';
import { createCodecs } from '../../../apps/server/src/platform/compute/codecs/create-codecs.ts';

export const dataRoot =
  process.env.SECOND_READ_DATA ?? join(import.meta.dirname, '../../../../shared/datasets');

export type Row = Readonly<Record<string, string>>;

/** Rows of a comma-separated table with quoted cells. */
export function readTable(path: string): Row[] {
  const [head = '', ...lines] = readFileSync(path, 'utf8').trim().split(/\r?\n/);
  const names = cells(head);
  return lines.map((line) => Object.fromEntries(cells(line).map((cell, k) => [names[k] ?? '', cell])));
}

function cells(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map((match) => match[1] ?? match[2] ?? '');
}

/** One channel of a grey picture, 8 bit. */
export async function readGrey(path: string): Promise<{ width: number; height: number; data: Buffer }> {
  const { data, info } = await sharp(path).extractChannel(0).raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

export async function readStudy(path: string): Promise<Study> {
  const { width, height, data } = await readGrey(path);
  return {
    width,
    height,
    grey: { width, height, data: Float32Array.from(data) },
    quantity: 'relative',
    bitsStored: 8,
    source: { format: 'webp', frames: 1, frame: 0 },
  };
}

const codecs = createCodecs();

/** Of a DICOM file as the engine gets it, else as `readStudy`. */
export async function studyOf(path: string): Promise<Study> {
  if (!path.endsWith('.dcm')) return readStudy(path);
  const decoded = await decodeStudy(readFileSync(path), codecs);
  if (!decoded.ok) throw new Error(`${path}: ${decoded.problem}`);
  return decoded.study;
}

/** Folds of MIAS and DDSM of which one of the three shipped networks saw no film (`network/recover.py`). */
export const foldsLeftOut: readonly string[] = ['0', '1', '2'];
/** Sets whose films taught the networks. */
const taught: readonly string[] = ['mias', 'ddsm_tissue'];

/** The shipped network, or for films that taught it the one of its three that never saw the fold. */
export function shippedNetwork(source: string, fold: string): string {
  return taught.includes(source)
    ? join(import.meta.dirname, '../checkpoints', `shipped-fold${fold}.onnx`)
    : join(import.meta.dirname, '../../../analyses/breast/model/breast.onnx');
}

/** Networks by file, one thread. `fileOf` gives the file of a model name such as `breast/breast`. */
export function makeContext(fileOf: (model: string) => string): EngineContext {
  const sessions = new Map<string, Promise<ort.InferenceSession>>();
  const infer: Infer = async (model, feeds) => {
    const file = fileOf(model);
    const session = sessions.get(file) ?? ort.InferenceSession.create(file, { intraOpNumThreads: 1 });
    sessions.set(file, session);
    const tensors = Object.entries(feeds).map(
      ([name, { data, dims }]) => [name, new ort.Tensor('float32', data, dims)] as const,
    );
    const outputs = await (await session).run(Object.fromEntries(tensors));
    return Object.fromEntries(Object.entries(outputs).map(([name, tensor]) => [name, plain(tensor)]));
  };
  return { infer, progress: () => {}, signal: { aborted: false, throwIfAborted: () => {} } };
}

function plain(tensor: ort.Tensor): Tensor {
  if (!(tensor.data instanceof Float32Array)) throw new Error('expected float32');
  return { data: tensor.data, dims: tensor.dims };
}

/** Four decimals are enough for a measure. */
export function short(values: readonly number[]): number[] {
  return values.map((value) => Number(value.toFixed(4)));
}

/** A place of the frame in pixels of the film. */
export function inFilm(working: WorkingImage, x: number, y: number): { x: number; y: number } {
  return { x: (working.mirrored ? working.grey.width - x : x) * working.scale, y: y * working.scale };
}

/** The crowded places of a film with their measures, in its pixels. */
export function measuredClusters(working: WorkingImage, tissue: Tissue) {
  return clusterPlaces(findSpots(working, tissue)).map((cluster) => ({
    ...inFilm(working, cluster.x, cluster.y),
    r: cluster.radius * working.scale,
    f: short(cluster.features),
  }));
}

/** The candidates for masses of a film with their measures, in its pixels. */
export function measuredMasses(working: WorkingImage, tissue: Tissue, lesions: LesionMaps) {
  const grid = makeMassGrid(working, tissue, lesions);
  if (grid === null) return [];
  const found = saliency(grid);
  const shared = massContext(grid, found);
  return blobCandidates(grid, found).map((one) => {
    const place = toFrame(grid, one);
    return {
      ...inFilm(working, place.x, place.y),
      r: one.radius * grid.scale * working.scale,
      f: short(massFeatures(shared, one)),
    };
  });
}
