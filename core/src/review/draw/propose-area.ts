import type { Box, Mask } from '../../pixels/plane.ts';
import { connectedComponents } from '../../pixels/regions/connected-components.ts';
import { clampBox } from '../../pixels/sampling/crop.ts';
import { type Channels, randomWalker } from '../../pixels/segment/random-walker.ts';
import type { Point } from '../../reading/outline.ts';
import { type Area, trimmed } from './area.ts';
import { likenessOf } from './likeness.ts';
import type { Place, ProposalPicture } from './proposal.ts';
import { windowOf } from './proposal-window.ts';

/** Of the window's longer side, in working pixels: a finding has some 60 of them. */
const workingSide = 96;
/** How far the window reaches beyond the box on each side, as a share of the box. */
const margin = 0.35;
/** Within this part of the box's ellipse everything is inside; beyond the box grown so much, outside. */
const seeds = { inside: 0.25, outside: 1.15 } as const;
const walker = { beta: 60, weight: 0.1 } as const;

/** What lies in a box that was drawn around a finding; null where nothing stands out. */
export function proposeFromBox(picture: ProposalPicture, box: Box): Area | null {
  return attempt(picture, box)?.area ?? null;
}

/** Sizes that are tried around a click, as shares of the picture's shorter side. */
const sizes = [0.03, 0.045, 0.07, 0.1, 0.15, 0.22, 0.33, 0.5];

/** What lies at a point: of several sizes the one whose border stands out most; null where none does. */
export function proposeFromClick(picture: ProposalPicture, { x, y }: Point): Area | null {
  const shorter = Math.min(picture.width, picture.height);
  const tries = sizes.flatMap((share) => {
    const side = Math.max(8, share * shorter);
    return attempt(picture, { x: x - side / 2, y: y - side / 2, width: side, height: side }) ?? [];
  });
  return tries.toSorted((a, b) => b.contrast - a.contrast)[0]?.area ?? null;
}

interface Attempt {
  readonly area: Area;
  /** How far inside and outside of the border differ, in units of their spread. */
  readonly contrast: number;
}

function attempt(picture: ProposalPicture, box: Box): Attempt | null {
  const [dx, dy] = [Math.max(3, margin * box.width), Math.max(3, margin * box.height)];
  const wide = { x: box.x - dx, y: box.y - dy, width: box.width + 2 * dx, height: box.height + 2 * dy };
  const cut = clampBox(wide, picture.width, picture.height);
  const channels = windowOf(picture, cut, workingSide);
  const place = inWindow(box, cut, channels);
  const known = seedsOf(channels, place);
  const likeness = likenessOf(channels, place);
  const probability = randomWalker(channels, known, { ...walker, likeness });
  const mask = largestPart(channels, probability, known);
  if (mask === null) return null;
  const contrast = contrastOf(channels, mask);
  const area = enlarged({ ...channels, probability }, mask, cut);
  return area === null ? null : { area, contrast };
}

function inWindow(box: Box, cut: Box, { width, height }: Channels): Place {
  const [sx, sy] = [width / cut.width, height / cut.height];
  return {
    x: (box.x + box.width / 2 - cut.x) * sx,
    y: (box.y + box.height / 2 - cut.y) * sy,
    radiusX: (box.width / 2) * sx,
    radiusY: (box.height / 2) * sy,
  };
}

function seedsOf({ width, height }: Channels, place: Place): Uint8Array {
  const known = new Uint8Array(width * height);
  for (let at = 0; at < known.length; at++) {
    const dx = (at % width) + 0.5 - place.x;
    const dy = Math.floor(at / width) + 0.5 - place.y;
    const isFar =
      Math.abs(dx) > seeds.outside * place.radiusX || Math.abs(dy) > seeds.outside * place.radiusY;
    const isNear = Math.hypot(dx / place.radiusX, dy / place.radiusY) < seeds.inside;
    known[at] = isFar ? 2 : isNear ? 1 : 0;
  }
  const middle = Math.floor(place.y) * width + Math.floor(place.x);
  if (middle >= 0 && middle < known.length) known[middle] = 1;
  return known;
}

/** The part with most of the inside seeds, its holes filled by what the outline does. */
function largestPart({ width, height }: Channels, probability: Float32Array, known: Uint8Array): Mask | null {
  const data = Uint8Array.from(probability, (value) => (value >= 0.5 ? 1 : 0));
  const { components, labels } = connectedComponents({ width, height, data }, 4);
  const counts = new Map<number, number>();
  known.forEach((seed, at) => {
    const label = labels.data[at] ?? 0;
    if (seed === 1 && label > 0) counts.set(label, (counts.get(label) ?? 0) + 1);
  });
  const best = components.toSorted((a, b) => (counts.get(b.label) ?? 0) - (counts.get(a.label) ?? 0))[0];
  if (best === undefined) return null;
  return { width, height, data: Uint8Array.from(labels.data, (label) => (label === best.label ? 1 : 0)) };
}

/** Between the pixels on both sides of the border. */
function contrastOf({ width, height, planes }: Channels, { data }: Mask): number {
  const sides = [
    { count: 0, sum: 0, squares: 0 },
    { count: 0, sum: 0, squares: 0 },
  ];
  for (let at = 0; at < data.length; at++) {
    const x = at % width;
    const isBorder =
      (x > 1 && data[at - 2] !== data[at]) ||
      (x < width - 2 && data[at + 2] !== data[at]) ||
      (at >= 2 * width && data[at - 2 * width] !== data[at]) ||
      (at < (height - 2) * width && data[at + 2 * width] !== data[at]);
    const side = sides[data[at] ?? 0];
    if (!isBorder || side === undefined) continue;
    const value = planes.reduce((sum, plane) => sum + (plane[at] ?? 0), 0) / planes.length;
    side.count += 1;
    side.sum += value;
    side.squares += value * value;
  }
  const [outside, inside] = sides;
  if (!outside || !inside || outside.count === 0 || inside.count === 0) return 0;
  const mean = (side: typeof inside) => side.sum / side.count;
  const spread = (side: typeof inside) => Math.max(0, side.squares / side.count - mean(side) ** 2);
  return Math.abs(mean(inside) - mean(outside)) / Math.sqrt(spread(inside) + spread(outside) + 1e-3);
}

/** In pixels of the picture: between working pixels the probability is interpolated. */
function enlarged(
  { width, height, probability }: Channels & { readonly probability: Float32Array },
  mask: Mask,
  cut: Box,
): Area | null {
  const own = probability.map((value, at) => (mask.data[at] === 1 ? value : Math.min(value, 0.499)));
  const data = new Uint8Array(cut.width * cut.height);
  for (let y = 0; y < cut.height; y++) {
    const v = Math.min(height - 1, Math.max(0, ((y + 0.5) * height) / cut.height - 0.5));
    const [top, below] = [Math.floor(v), Math.min(height - 1, Math.floor(v) + 1)];
    for (let x = 0; x < cut.width; x++) {
      const u = Math.min(width - 1, Math.max(0, ((x + 0.5) * width) / cut.width - 0.5));
      const [left, right] = [Math.floor(u), Math.min(width - 1, Math.floor(u) + 1)];
      const upper = mix(own[top * width + left], own[top * width + right], u - left);
      const lower = mix(own[below * width + left], own[below * width + right], u - left);
      if (mix(upper, lower, v - top) >= 0.5) data[y * cut.width + x] = 1;
    }
  }
  return trimmed(cut, { width: cut.width, height: cut.height, data });
}

function mix(from = 0, to = 0, share = 0): number {
  return from + (to - from) * share;
}
