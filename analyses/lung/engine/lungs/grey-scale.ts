import { dilate } from '@second-read/core/pixels/morphology/dilate';
import { erode } from '@second-read/core/pixels/morphology/erode';
import { disc } from '@second-read/core/pixels/morphology/structuring-element';
import type { GreyPlane, Mask } from '@second-read/core/pixels/plane';
import { area, intersection } from '@second-read/core/pixels/regions/mask-logic';
import type { Hounsfield } from '@second-read/core/pixels/units';
import { percentiles } from '@second-read/core/pixels/values/percentiles';
import { type SoftTissueModes, softTissueModes } from './soft-tissue-modes.ts';

/** What the grey values of an 8-bit picture stand for, as far as its tissues tell. */
export interface GreyScale {
  /** Hounsfield units of black and of white. */
  readonly black: Hounsfield;
  readonly white: Hounsfield;
  /** One standard deviation at the less certain of the two ends. */
  readonly error: Hounsfield;
}

interface Anchor {
  /** 0 to 255. */
  readonly grey: number;
  readonly hu: Hounsfield;
  /** How far this tissue may lie from `hu`. */
  readonly error: Hounsfield;
}

/** Density of tissues of adults; aerated lung differs most, by breath and by disease. */
const usual = {
  lung: { hu: -830, error: 70 },
  fat: { hu: -100, error: 20 },
  muscle: { hu: 50, error: 15 },
  /** Where fat and muscle are one. */
  soft: { hu: 20, error: 60 },
} as const;

/** Edges of the lungs, pixels, are neither lung nor soft tissue. */
const edge = 3;
/** With less lung than this, pixels, its grey is not known. */
const minLung = 200;
/** Of 255: black, with the noise of a lossy picture. */
const clippedUpTo = 4;
/** Lung of which more than this share is black is clipped: black says no more than that it is dense air. */
const maxBlack = 0.2;

/**
 * With more black tissue than the first, fat may be cut off, and two peaks are then something else; with more
 * than the second, what seems to be grey lung is none, since nothing is darker than lung.
 */
const maxCut = 0.25;
const maxDarker = 0.05;

/** With less of the lungs within the body, that was not told from the air around it. */
const minWithin = 0.7;

/** Null where too few tissues are told apart: nothing is estimated then. */
export function greyScaleOf(plane: GreyPlane, lungs: Mask, body: Mask): GreyScale | null {
  if (area(intersection(lungs, body)) < minWithin * area(lungs)) return null;
  const grey = toBytes(plane);
  const found = lungAnchor(grey, erode(lungs, disc(edge)));
  const around = dilate(lungs, disc(edge + 1));
  const inside = {
    ...body,
    data: body.data.map((value, i) => (value === 1 && around.data[i] === 0 ? 1 : 0)),
  };
  const modes = softTissueModes(grey, inside, found?.grey ?? null);
  if (found !== undefined && modes.black > maxDarker) return null;
  const anchors = [...tissueAnchors(modes, found !== undefined), ...(found === undefined ? [] : [found])];
  const scale = anchors.length < 2 ? null : fitted(anchors);
  return scale === null || contradictsAir(scale, grey, body) ? null : scale;
}

const airHu: Hounsfield = -1000;
/** Black up to this share of what lies around the body may be a frame alone. */
const maxFrame = 0.5;

/** Where the air around the body is black, black is no less dense than air. */
function contradictsAir({ black, error }: GreyScale, grey: GreyPlane, body: Mask): boolean {
  if (black + error >= airHu) return false;
  let [around, dark] = [0, 0];
  for (let i = 0; i < grey.data.length; i++) {
    if (body.data[i] === 1) continue;
    around++;
    if ((grey.data[i] ?? 0) <= clippedUpTo) dark++;
  }
  return dark > maxFrame * around;
}

function toBytes(plane: GreyPlane): GreyPlane {
  const [min = 0, max = 255] = percentiles(plane, [0, 1]);
  if (min >= 0 && max <= 255) return plane;
  const scale = 255 / Math.max(max - min, 1);
  return { ...plane, data: plane.data.map((value) => (value - min) * scale) };
}

function lungAnchor(grey: GreyPlane, lung: Mask): Anchor | undefined {
  const count = area(lung);
  if (count < minLung) return undefined;
  let black = 0;
  for (let i = 0; i < grey.data.length; i++)
    if (lung.data[i] === 1 && (grey.data[i] ?? 0) <= clippedUpTo) black++;
  const [middle] = percentiles(grey, [0.5], lung);
  return middle === undefined || black > maxBlack * count ? undefined : { grey: middle, ...usual.lung };
}

function tissueAnchors(modes: SoftTissueModes, isLungKnown: boolean): Anchor[] {
  const [first, second] = modes.peaks;
  if (first === undefined) return [];
  if (second !== undefined && (isLungKnown || modes.black < maxCut)) {
    return [
      { grey: first, ...usual.fat },
      { grey: second, ...usual.muscle },
    ];
  }
  return isLungKnown ? [{ grey: second ?? first, ...usual.soft }] : [];
}

/** CT stores 4,096 Hounsfield units; a picture that seems to show many more is not understood. */
const maxRange: Hounsfield = 5000;

/**
 * The straight line through the anchors, each weighted by how well its tissue is known; null where denser
 * tissue is not brighter.
 */
function fitted(anchors: readonly Anchor[]): GreyScale | null {
  const sum = (of: (anchor: Anchor, weight: number) => number) =>
    anchors.reduce((total, anchor) => total + of(anchor, 1 / anchor.error ** 2), 0);
  const weight = sum((_, w) => w);
  const middle = sum(({ grey }, w) => w * grey) / weight;
  const level = sum(({ hu }, w) => w * hu) / weight;
  const spread = sum(({ grey }, w) => w * (grey - middle) ** 2);
  const slope = sum(({ grey, hu }, w) => w * (grey - middle) * (hu - level)) / spread;
  if (!(slope > 0) || slope * 255 > maxRange) return null;
  const at = (grey: number) => level + slope * (grey - middle);
  const errorAt = (grey: number) => Math.sqrt(1 / weight + (grey - middle) ** 2 / spread);
  return { black: at(0), white: at(255), error: Math.max(errorAt(0), errorAt(255)) };
}
