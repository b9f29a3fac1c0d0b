import type { EngineContext } from '@second-read/core/analysis/engine';
import { type Box, type GreyPlane, greyPlane, type Mask } from '@second-read/core/pixels/plane';
import { boundsOf } from '@second-read/core/pixels/regions/bounds';
import { area } from '@second-read/core/pixels/regions/mask-logic';
import { crop } from '@second-read/core/pixels/sampling/crop';
import { letterbox, placeInside, unletterbox } from '@second-read/core/pixels/sampling/letterbox';
import { resizeBilinear } from '@second-read/core/pixels/sampling/resize-bilinear';
import { bodyScaled } from './body-scale.ts';
import type { Levels } from './levels.ts';

/** What the network sees in each pixel of a slice, 0 to 1; 0 outside the body. */
export interface Tissue {
  /**
   * With whatever fills it: the likelier of two networks; in soft-tissue windows of the one trained on them.
   */
  readonly lung: GreyPlane;
  /** A nodule or a mass, recognized by its surroundings: best from 2 cm on. */
  readonly mass: GreyPlane;
}

/** The opacities of the lungs, 0 to 1 per pixel; 0 outside the frame of the lungs. */
export interface OpacityMaps {
  readonly opacity: GreyPlane;
  /** Part of `opacity` that hides vessels. */
  readonly consolidation: GreyPlane;
}

/**
 * The longest side of the body, pixels, as in training; sides are multiples of the network's coarsest level.
 */
const side = 256;
const step = 32;
/** Grey beyond the percentiles is kept this far, as in training. */
const reach = 1.2;

/** A body smaller than this share of the picture is none: the whole picture is read. */
const minBody = 0.25;

/** The part of the picture that holds the chest. */
export function bodyBox(body: Mask): Box {
  const { width, height } = body;
  const box = area(body) < minBody * width * height ? undefined : boundsOf(body, 2);
  return box ?? { x: 0, y: 0, width, height };
}

/**
 * Lung and masses of a slice; `body` is the part that holds the chest. Whole lungs and masses have a decoder
 * of their own for windows that show air black.
 */
export async function findTissue(
  given: { plane: GreyPlane; quantity: 'hounsfield' | 'relative'; body: Box; levels: Levels },
  context: Pick<EngineContext, 'infer'>,
): Promise<Tissue> {
  const { plane, quantity, body, levels } = given;
  const { outputs, inSlice } = await readFrame({ plane, quantity, frame: body }, context);
  const [lung] = planesOf(outputs.maps, 3);
  const [wholeLung, mass] = planesOf(levels.isAirBlack ? outputs.chest_soft : outputs.chest, 2);
  return {
    lung: inSlice(levels.isSoftTissue ? wholeLung : likelier(lung, wholeLung)),
    mass: inSlice(mass),
  };
}

/**
 * Opacities in the frame of the lungs, whatever surrounds it in the image: the slices whose opacities are
 * outlined were published cut to the lungs, and in a whole slice the network finds none.
 */
export async function findOpacityMaps(
  given: { plane: GreyPlane; quantity: 'hounsfield' | 'relative'; lungs: Mask },
  context: Pick<EngineContext, 'infer'>,
): Promise<OpacityMaps> {
  const { plane, quantity, lungs } = given;
  const frame = boundsOf(lungs, 0);
  if (frame === undefined) {
    const nothing = greyPlane(plane.width, plane.height);
    return { opacity: nothing, consolidation: nothing };
  }
  const { outputs, inSlice } = await readFrame({ plane, quantity, frame }, context);
  const [, opacity, consolidation] = planesOf(outputs.maps, 3);
  return { opacity: inSlice(opacity), consolidation: inSlice(consolidation) };
}

/** The network's outputs for one part of the slice, and the way of a map back into the slice. */
async function readFrame(
  { plane, quantity, frame }: { plane: GreyPlane; quantity: 'hounsfield' | 'relative'; frame: Box },
  context: Pick<EngineContext, 'infer'>,
) {
  const part = bodyScaled(crop(plane, frame), quantity, reach);
  const inner = placeInside(part, side, side);
  const working = { width: upToStep(inner.width), height: upToStep(inner.height), fill: -1 };
  const { plane: picture, placement } = letterbox(part, working);
  const outputs = await context.infer('lung/opacity', {
    picture: { data: picture.data, dims: [1, 1, working.height, working.width] },
  });
  const inSlice = (map: GreyPlane = empty): GreyPlane => {
    const full = resizeBilinear(map, working.width, working.height);
    return within(unletterbox(full, placement, frame.width, frame.height), frame, plane);
  };
  return { outputs, inSlice };
}

const empty = greyPlane(1, 1);

function planesOf(output: { data: Float32Array; dims: readonly number[] } | undefined, count: number) {
  const [height = 0, width = 0] = output?.dims.slice(2) ?? [];
  if (output === undefined || output.data.length !== count * width * height || width === 0) {
    throw new Error('lung/opacity: unexpected network output');
  }
  const size = width * height;
  return Array.from({ length: count }, (_, n) => ({
    width,
    height,
    data: output.data.slice(n * size, (n + 1) * size),
  }));
}

function likelier(first: GreyPlane = empty, second: GreyPlane = empty): GreyPlane {
  return { ...first, data: first.data.map((value, i) => Math.max(value, second.data[i] ?? 0)) };
}

const upToStep = (length: number): number => Math.ceil(length / step) * step;

function within(part: GreyPlane, box: Box, whole: GreyPlane): GreyPlane {
  const out = greyPlane(whole.width, whole.height);
  for (let y = 0; y < box.height; y++) {
    const row = part.data.subarray(y * box.width, (y + 1) * box.width);
    out.data.set(row, (y + box.y) * whole.width + box.x);
  }
  return out;
}
