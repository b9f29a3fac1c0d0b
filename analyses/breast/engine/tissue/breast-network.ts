import type { Infer, Tensor } from '@second-read/core/analysis/engine';
import { type Box, type GreyPlane, greyPlane, type Mask } from '@second-read/core/pixels/plane';
import { clampBox, crop } from '@second-read/core/pixels/sampling/crop';
import { type InputPlace, inputSize, inputTensor, placeInInput } from '../framing/network-input.ts';
import { boxOf } from '../framing/region.ts';
import type { WorkingImage } from '../framing/working-image.ts';

const model = 'breast/breast';
const tissueCount = 4;
/** Places among the film's scores; what comes before them (abnormal, malignant) only helped the training. */
const aboveFattyAt = 2;
const denseAt = 3;
/**
 * The maps are coarser still: at half the frame's size nothing is lost, and every later step is four times
 * shorter.
 */
const coarseness = 2;
/** Log-odds of a lesion where the network does not look. */
export const noLesion = -9;

/** Margin around the bright area, as a share of its sides: the skin may lie outside it. */
const margin = 0.04;

/** What the network sees; planes show the whole frame, `coarseness` times smaller. */
export interface Seen {
  /** Probabilities of background, adipose, fibroglandular and pectoral, the classes of the legend. */
  readonly tissues: readonly GreyPlane[];
  readonly lesions: LesionMaps;
  readonly composition: CompositionOdds;
  /**
   * Logarithm of the odds of a mass summed over the network's map: how much of the whole picture looks like
   * one.
   */
  readonly suspicion: number;
}

/** Log-odds per place. */
export interface LesionMaps {
  readonly mass: GreyPlane;
  readonly malignant: GreyPlane;
}

/** Log-odds that the breast is more than fatty, and that it is dense (MIAS F | G | D). */
export interface CompositionOdds {
  readonly aboveFatty: number;
  readonly dense: number;
}

/** Tissues, lesions and the film as a whole, read by one network on the box of the breast. */
export async function seeBreast(frame: WorkingImage, infer: Infer): Promise<Seen> {
  const { width, height } = frame.grey;
  const box = boxAround(frame.body, width, height);
  const place = placeInInput(box.width, box.height);
  const outputs = await infer(model, { image: inputTensor(crop(frame.grey, box), place) });
  const { tissue, lesion, film } = outputs;
  if (tissue === undefined || lesion === undefined || film === undefined) {
    throw new Error('the breast network gave no "tissue", "lesion" and "film"');
  }
  const spread = (plane: GreyPlane, fill: number) =>
    spreadMap(plane, { box, place, frame: frame.grey, fill });
  const [mass, malignant] = [0, 1].map((k) => spread(planeOf(lesion, k), noLesion));
  return {
    tissues: probabilities(tissue).map((plane, k) => spread(plane, k === 0 ? 1 : 0)),
    lesions: { mass: mass ?? greyPlane(1, 1), malignant: malignant ?? greyPlane(1, 1) },
    composition: {
      aboveFatty: film.data[aboveFattyAt] ?? 0,
      dense: film.data[denseAt] ?? 0,
    },
    suspicion: Math.log(planeOf(lesion, 0).data.reduce((sum, odds) => sum + Math.exp(odds), 0)),
  };
}

function boxAround(body: Mask, width: number, height: number): Box {
  const box = boxOf(body) ?? { x: 0, y: 0, width, height };
  const mx = box.width * margin;
  const my = box.height * margin;
  return clampBox(
    { x: box.x - mx, y: box.y - my, width: box.width + 2 * mx, height: box.height + 2 * my },
    width,
    height,
  );
}

const mapWidth = inputSize.width / inputSize.stride;
const mapHeight = inputSize.height / inputSize.stride;

function planeOf({ data }: Tensor, channel: number): GreyPlane {
  const size = mapWidth * mapHeight;
  return {
    width: mapWidth,
    height: mapHeight,
    data: data.slice(channel * size, (channel + 1) * size) as Float32Array,
  };
}

/** Softmax over the classes, one plane each. */
function probabilities(logits: Tensor): GreyPlane[] {
  const planes = Array.from({ length: tissueCount }, (_, c) => planeOf(logits, c));
  for (let i = 0; i < mapWidth * mapHeight; i++) {
    const max = Math.max(...planes.map((plane) => plane.data[i] ?? 0));
    const powers = planes.map((plane) => Math.exp((plane.data[i] ?? 0) - max));
    const sum = powers.reduce((total, power) => total + power, 0);
    for (const [c, plane] of planes.entries()) plane.data[i] = (powers[c] ?? 0) / sum;
  }
  return planes;
}

interface Spread {
  /** What the network looked at, in pixels of the frame. */
  readonly box: Box;
  readonly place: InputPlace;
  readonly frame: GreyPlane;
  /** Value outside the box. */
  readonly fill: number;
}

/** A map of the network's input interpolated to where it stands in the frame. */
function spreadMap(map: GreyPlane, { box, place, frame, fill }: Spread): GreyPlane {
  const out = greyPlane(Math.ceil(frame.width / coarseness), Math.ceil(frame.height / coarseness));
  const columns = steps({ from: box.x, length: box.width }, place.width, {
    count: out.width,
    pixels: frame.width,
    offset: 0,
    cells: mapWidth,
  });
  const rows = steps({ from: box.y, length: box.height }, place.height, {
    count: out.height,
    pixels: frame.height,
    offset: place.top,
    cells: mapHeight,
  });
  for (let y = 0; y < out.height; y++) {
    const above = (rows.first[y] ?? -1) * mapWidth;
    const below = (rows.second[y] ?? -1) * mapWidth;
    const down = rows.weight[y] ?? 0;
    for (let x = 0; x < out.width; x++) {
      const a = columns.first[x] ?? -1;
      const b = columns.second[x] ?? -1;
      const across = columns.weight[x] ?? 0;
      const upper = (map.data[above + a] ?? 0) * (1 - across) + (map.data[above + b] ?? 0) * across;
      const lower = (map.data[below + a] ?? 0) * (1 - across) + (map.data[below + b] ?? 0) * across;
      out.data[y * out.width + x] = above < 0 || a < 0 ? fill : upper * (1 - down) + lower * down;
    }
  }
  return out;
}

/** One axis: how the pixels of the result lie in the frame, and where the view begins in the input. */
interface Axis {
  readonly count: number;
  readonly pixels: number;
  readonly offset: number;
  readonly cells: number;
}

/**
 * For each pixel of the result the two cells it lies between, and how far towards the second; -1 outside the
 * box.
 */
function steps(box: { from: number; length: number }, viewed: number, axis: Axis) {
  const first = new Int32Array(axis.count).fill(-1);
  const second = new Int32Array(axis.count).fill(-1);
  const weight = new Float64Array(axis.count);
  for (let i = 0; i < axis.count; i++) {
    const share = (((i + 0.5) * axis.pixels) / axis.count - box.from) / box.length;
    if (share < 0 || share > 1) continue;
    const cell = (axis.offset + share * viewed) / inputSize.stride - 0.5;
    const at = Math.min(Math.max(cell, 0), axis.cells - 1);
    first[i] = Math.floor(at);
    second[i] = Math.min(Math.floor(at) + 1, axis.cells - 1);
    weight[i] = at - Math.floor(at);
  }
  return { first, second, weight };
}
