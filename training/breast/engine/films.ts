/** Reads the training films and measures them for the scripts of this folder; nothing here is shipped. */
import { join } from 'node:path';
import type { EngineContext } from '@second-read/core/analysis/engine';
import type { Study } from '@second-read/core/decode/study';
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
import { contextWith } from '../../engine/networks.ts';
import { readStudy } from '../../engine/read-study.ts';

/** One channel of a grey picture, 8 bit. */
export async function readGrey(path: string): Promise<{ width: number; height: number; data: Buffer }> {
  const { data, info } = await sharp(path).extractChannel(0).raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/** Of a DICOM file as the engine gets it, of another one channel. */
export async function readFilm(path: string): Promise<Study> {
  if (path.endsWith('.dcm')) return readStudy(path);
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

/** Folds of MIAS of which one of the three shipped networks saw no film (`network/export.py`). */
export const foldsLeftOut: readonly string[] = ['0', '1', '2'];
const checkpoints = join(import.meta.dirname, '../checkpoints');

/** With the network of the fold that `fold` names at the time. */
export function contextOfFold(fold: () => string | number): EngineContext {
  return contextWith('breast/breast', () => join(checkpoints, `breast-fold${fold()}.onnx`));
}

/** With the one of the three shipped networks that never saw the fold. */
export function contextOfUnseen(fold: () => string): EngineContext {
  return contextWith('breast/breast', () => join(checkpoints, `shipped-fold${fold()}.onnx`));
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
