import type { Study } from '@second-read/core/decode/study';
import { type GreyPlane, greyPlane, type LabelMap, mask } from '@second-read/core/pixels/plane';
import { greyStudy } from '../../study.test-support.ts';
import type { WorkingImage } from './framing/working-image.ts';
import { makeWorkingImage } from './framing/working-image.ts';
import { type LesionMaps, noLesion } from './tissue/breast-network.ts';
import type { Tissue } from './tissue/tissue.ts';

/** A drawn breast: half an ellipse on the left border, fat with fine noise, a disc of gland, air around. */
export interface Phantom {
  readonly width: number;
  readonly height: number;
  /** Adds to the grey inside the breast. */
  readonly extra?: (x: number, y: number) => number;
  /** Paints over the whole picture, air included. */
  readonly over?: (x: number, y: number) => number | null;
  /** Whether the muscle's triangle is drawn at the upper chest wall. */
  readonly muscle?: boolean;
}

const fat = 90;
const muscleGrey = 170;

function insideBreast(x: number, y: number, { width, height }: Phantom): boolean {
  return (x / (0.8 * width)) ** 2 + ((y - height / 2) / (0.46 * height)) ** 2 < 1;
}

function insideMuscle(x: number, y: number, { width, height }: Phantom): boolean {
  return x / (0.3 * width) + y / (0.5 * height) < 1;
}

/** Same numbers in every run, even between -1 and 1. */
export function noiseAt(x: number, y: number): number {
  const value = Math.sin(x * 127.1 + y * 311.7) * 43758.5453;
  return 2 * (value - Math.floor(value)) - 1;
}

export function phantomGrey(phantom: Phantom): GreyPlane {
  const plane = greyPlane(phantom.width, phantom.height);
  for (let y = 0; y < phantom.height; y++) {
    for (let x = 0; x < phantom.width; x++) {
      plane.data[y * phantom.width + x] = phantom.over?.(x, y) ?? tissueGrey(x, y, phantom);
    }
  }
  return plane;
}

function tissueGrey(x: number, y: number, phantom: Phantom): number {
  if (phantom.muscle === true && insideMuscle(x, y, phantom)) return muscleGrey + 3 * noiseAt(x, y);
  if (!insideBreast(x, y, phantom)) return 2;
  return fat + 4 * noiseAt(x, y) + (phantom.extra?.(x, y) ?? 0);
}

export function phantomStudy(phantom: Phantom, options: Partial<Study> = {}): Study {
  return greyStudy(phantomGrey(phantom), options);
}

/**
 * Frame and tissue as drawn and a network that sees no lesion, so that steps after the network can be tested
 * without it.
 */
export function phantomReading(
  phantom: Phantom,
  options: Partial<Study> = {},
): { working: WorkingImage; tissue: Tissue; lesions: LesionMaps } {
  const study = phantomStudy(phantom, options);
  const working = makeWorkingImage(study);
  const labels: LabelMap = mask(phantom.width, phantom.height);
  const breast = mask(phantom.width, phantom.height);
  for (let y = 0; y < phantom.height; y++) {
    for (let x = 0; x < phantom.width; x++) {
      const i = y * phantom.width + x;
      if (phantom.muscle === true && insideMuscle(x, y, phantom)) labels.data[i] = 3;
      else if (insideBreast(x, y, phantom)) {
        labels.data[i] = 1;
        breast.data[i] = 1;
      }
    }
  }
  const empty = greyPlane(phantom.width, phantom.height);
  empty.data.fill(noLesion);
  return {
    working,
    tissue: { labels, breast, gland: greyPlane(phantom.width, phantom.height) },
    lesions: { mass: empty, malignant: empty },
  };
}

/** A smooth bright disc that ends within `edge` pixels. */
export function softDisc(
  x: number,
  y: number,
  disc: { x: number; y: number; radius: number; edge: number; height: number },
): number {
  const distance = Math.hypot(x - disc.x, y - disc.y);
  return disc.height / (1 + Math.exp((distance - disc.radius) / disc.edge));
}

/** Bright lines radiating from a centre to twice the radius. */
export function spikes(
  x: number,
  y: number,
  disc: { x: number; y: number; radius: number; count: number; height: number },
): number {
  const distance = Math.hypot(x - disc.x, y - disc.y);
  if (distance > 2.2 * disc.radius || distance < 2) return 0;
  const angle = Math.atan2(y - disc.y, x - disc.x);
  const place = (angle / (2 * Math.PI)) * disc.count;
  const across = Math.abs(place - Math.round(place)) * ((2 * Math.PI) / disc.count) * distance;
  return across < 1.5 ? disc.height : 0;
}
