import { area } from '@second-read/core/pixels/regions/mask-logic';
import { regionShape } from '@second-read/core/pixels/regions/region-shape';
import type { Fraction, Millimetres, Percent, Pixels } from '@second-read/core/pixels/units';
import type { JudgedDescriptors } from '../../reading/birads.ts';
import { boxOf } from '../framing/region.ts';
import type { WorkingImage } from '../framing/working-image.ts';
import type { Tissue } from '../tissue/tissue.ts';
import { massFeatureNames } from './mass-features.ts';
import { typicalBreastRootMm } from './mass-grid.ts';
import { type MassCandidate, type MassSearch, massOutline, toFrame } from './masses.ts';
import { fillOutline, type Outline, outlineAngles } from './outline.ts';

export interface MassDescription extends JudgedDescriptors {
  readonly outline: Outline;
  /** Longest diameter, in input pixels. */
  readonly sizePx: Pixels;
  /** Longest diameter; null where the file gives no spacing. */
  readonly sizeMm: Millimetres | null;
  /** The same estimated from the size of the breast; null where the file gives the spacing. */
  readonly sizeMmEstimated: Millimetres | null;
  /** Longest diameter of the width of the breast. */
  readonly sizePercent: Percent;
  readonly solidity: Fraction;
  readonly axisRatio: Fraction;
  /** Whether the outline reaches the border of the image: the rest may not be shown. */
  readonly atBorder: boolean;
}

/** Grid pixels: outlines end three before the border of the breast. */
const borderReach = 4;

/**
 * A lobulated or angular outline fills its hull less; oval masses may have two or three gentle lobulations
 * (ACR BI-RADS 5th edition, masses, shape).
 */
const irregularBelowSolidity = 0.86;
/** Radii that jump about the mean are irregular even where the hull is filled. */
const irregularAboveRoughness = 0.075;
/** Round: axes equal within a fifth; oval: elliptical or egg-shaped (same source). */
const roundFromAxisRatio = 0.8;

/**
 * Spiculated: lines radiate from the mass (same source, margin). Both thresholds are the values that part the
 * SPIC from the CIRC lesions of MIAS best.
 */
const spiculatedFrom = { strength: 0.1, evenness: 0.5 } as const;
/** Circumscribed: at least three quarters of the margin sharply seen (same source, margin). */
const sharpShare = 0.75;
/** A margin is sharp where grey falls by this share of the mass's contrast within one grid pixel (0.5 mm). */
const sharpFall = 0.14;

/**
 * Half a standard deviation of the breast from the fibroglandular level still counts as equal: BI-RADS
 * compares by eye with an equal volume of fibroglandular tissue and gives no number.
 */
const equalDensityWithin = 0.5;

/** Outline, shape, margin, density and size of an accepted mass, each by its written rule. */
export function describeMass(
  working: WorkingImage,
  tissue: Tissue,
  search: MassSearch,
  mass: MassCandidate,
): MassDescription {
  const outline = massOutline(search.context, mass);
  const reach = Math.ceil(Math.max(...outline.radii)) + 2;
  // Twice the grid's resolution, so that the outline's corners do not count as roughness.
  const patch = fillOutline(
    { ...outline, x: reach, y: reach },
    { width: 4 * reach + 2, height: 4 * reach + 2, scale: 2, left: 0, top: 0 },
  );
  const shape = regionShape(patch);
  const diameter = ((shape?.feretDiameter ?? 0) / 2) * search.context.grid.scale;
  const breastWidth = boxOf(tissue.breast)?.width ?? working.grey.width;
  const solidity = shape?.solidity ?? 1;
  const axisRatio = shape === null ? 1 : shape.minorAxis / Math.max(shape.majorAxis, 1e-6);
  return {
    outline,
    margin: marginOf(search, mass, outline),
    shape: shapeOf(solidity, axisRatio, roughness(outline)),
    density: densityOf(search, mass),
    sizePx: diameter * working.scale,
    sizeMm: working.mmPerPixel === null ? null : diameter * working.mmPerPixel,
    sizeMmEstimated: working.mmPerPixel === null ? estimatedMm(diameter, tissue) : null,
    sizePercent: (100 * diameter) / breastWidth,
    solidity,
    axisRatio,
    atBorder: isAtBorder(working, search, outline),
  };
}

function isAtBorder(
  { grey }: WorkingImage,
  { context: { grid } }: MassSearch,
  { x, y, radii }: Outline,
): boolean {
  const reach = borderReach * grid.scale;
  return radii.some((radius, k) => {
    const angle = (2 * Math.PI * k) / outlineAngles;
    const at = toFrame(grid, { x: x + Math.cos(angle) * radius, y: y + Math.sin(angle) * radius });
    return Math.min(at.x, at.y, grey.width - at.x, grey.height - at.y) <= reach;
  });
}

/** `diameter` in working pixels, as if the breast were of typical size. */
function estimatedMm(diameter: Pixels, { breast }: Pick<Tissue, 'breast'>): Millimetres | null {
  const breastArea = area(breast);
  return breastArea === 0 ? null : (diameter * typicalBreastRootMm) / Math.sqrt(breastArea);
}

function shapeOf(solidity: number, axisRatio: number, rough: number): MassDescription['shape'] {
  if (solidity < irregularBelowSolidity || rough > irregularAboveRoughness) return 'irregular';
  return axisRatio >= roundFromAxisRatio ? 'round' : 'oval';
}

/** Mean distance of the radii from their neighbours' mean, relative to the mean radius. */
function roughness({ radii }: Outline): number {
  let sum = 0;
  let mean = 0;
  for (let k = 0; k < outlineAngles; k++) {
    const before = radii[(k + outlineAngles - 3) % outlineAngles] ?? 0;
    const after = radii[(k + 3) % outlineAngles] ?? 0;
    sum += Math.abs((radii[k] ?? 0) - (before + after) / 2);
    mean += radii[k] ?? 0;
  }
  return mean === 0 ? 0 : sum / mean;
}

function feature(mass: MassCandidate, name: string): number {
  return mass.features[massFeatureNames.indexOf(name)] ?? 0;
}

function marginOf(search: MassSearch, mass: MassCandidate, outline: Outline): MassDescription['margin'] {
  if (
    feature(mass, 'spicules') >= spiculatedFrom.strength &&
    feature(mass, 'spiculesEven') >= spiculatedFrom.evenness
  ) {
    return 'spiculated';
  }
  const contrast = Math.max(feature(mass, 'contrastMedian'), 0.1);
  return sharpPart(search, outline, sharpFall * contrast) >= sharpShare ? 'circumscribed' : 'indistinct';
}

/** Share of the outline where grey falls outwards by at least `min` per grid pixel. */
function sharpPart({ context }: MassSearch, outline: Outline, min: number): number {
  const { gx, gy } = context;
  let sharp = 0;
  for (let k = 0; k < outlineAngles; k++) {
    const angle = (2 * Math.PI * k) / outlineAngles;
    const radius = outline.radii[k] ?? 0;
    const x = Math.round(outline.x + Math.cos(angle) * radius);
    const y = Math.round(outline.y + Math.sin(angle) * radius);
    if (x < 0 || y < 0 || x >= gx.width || y >= gx.height) continue;
    const i = y * gx.width + x;
    const fall = -((gx.data[i] ?? 0) * Math.cos(angle) + (gy.data[i] ?? 0) * Math.sin(angle));
    if (fall >= min) sharp++;
  }
  return sharp / outlineAngles;
}

/** Compared with the fibroglandular tissue of the same breast, as the lexicon asks. */
function densityOf({ context }: MassSearch, mass: MassCandidate): MassDescription['density'] {
  const { gland, breast, grey } = context.grid;
  let sum = 0;
  let count = 0;
  for (let i = 0; i < breast.data.length; i++) {
    if (breast.data[i] === 0 || (gland.data[i] ?? 0) < 0.5) continue;
    sum += grey.data[i] ?? 0;
    count++;
  }
  const glandLevel = count === 0 ? 0.8 : sum / count;
  const difference = feature(mass, 'grey') - glandLevel;
  if (difference > equalDensityWithin) return 'high';
  return difference < -equalDensityWithin ? 'low' : 'equal';
}
