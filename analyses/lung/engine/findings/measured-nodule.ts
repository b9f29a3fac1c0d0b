import type { Study } from '@second-read/core/decode/study';
import type { GreyPlane } from '@second-read/core/pixels/plane';
import type { Millimetres } from '@second-read/core/pixels/units';
import type { LungPlace } from '../../reading/place.ts';
import type { Nodule } from '../nodules/nodule.ts';
import { type NoduleType, noduleType } from '../nodules/nodule-type.ts';
import { meanDiameter } from '../nodules/size.ts';
import type { WorkingSlice } from '../working-slice.ts';
import type { Border } from './border.ts';

/** The nodule of a crop is reported where the readers' expected agreement on its pixels reaches this. */
export const agreementReportFrom = 0.5;

interface NodulePlace extends LungPlace {
  /** Null within the lung, and where the picture is turned. */
  readonly near: Border | null;
}

export interface MeasuredNodule {
  readonly nodule: Nodule;
  /** Both where the file does not say how large a pixel is, and usual ones leave it open. */
  readonly kind: 'nodule' | 'mass' | 'nodule_or_mass';
  readonly type: NoduleType;
  /** Of the study. */
  readonly diameterPx: number;
  readonly diameterMm: Millimetres | null;
  /** Of the study. */
  readonly areaPx: number;
  readonly areaMm2: number | null;
  readonly volumeMm3: number | null;
  /** Null in a crop. */
  readonly place: NodulePlace | null;
}

/** All that is said of one nodule; `bodyWidth` in working pixels, of a whole slice. */
export function measureNodule(
  nodule: Nodule,
  given: {
    density: GreyPlane;
    working: WorkingSlice;
    study: Study;
    place: NodulePlace | null;
    bodyWidth?: number;
  },
): MeasuredNodule {
  const { density, working, study } = given;
  const type = noduleType(density, nodule.mask);
  const diameter = meanDiameter(nodule.mask);
  const { pixelMm, scale } = working;
  const { sliceThicknessMm } = study.source;
  const areaMm2 = pixelMm === undefined ? null : nodule.areaPx * pixelMm * pixelMm;
  return {
    nodule,
    kind: kindOf(diameter, pixelMm, given.place === null ? null : leastPixel(given.bodyWidth)),
    type,
    diameterPx: diameter * scale,
    diameterMm: pixelMm === undefined ? null : diameter * pixelMm,
    areaPx: nodule.areaPx * scale * scale,
    areaMm2,
    volumeMm3: areaMm2 === null || sliceThicknessMm === undefined ? null : areaMm2 * sliceThicknessMm,
    place: given.place,
  };
}

/** Above this mean diameter it is called a mass (Fleischner Society, 2008). */
const massAboveMm: Millimetres = 30;
/**
 * Pixels of whole slices of 512 a side: fields of view of 235 mm (the smallest of LIDC-IDRI) to 500 mm (the
 * whole bore).
 */
const usualPixels = { least: 0.46, largest: 0.98 } as const;

/** Of 335 patients of LIDC-IDRI 97 in 100 are wider; a body cut by the picture is wider still. */
const leastBodyMm: Millimetres = 275;

/** The smallest that a pixel of a whole slice can be. */
const leastPixel = (bodyWidth = leastBodyMm / usualPixels.least): Millimetres =>
  Math.min(usualPixels.largest, Math.max(usualPixels.least, leastBodyMm / bodyWidth));

function kindOf(
  diameter: number,
  pixelMm: Millimetres | undefined,
  leastMm: Millimetres | null,
): MeasuredNodule['kind'] {
  if (pixelMm !== undefined) return diameter * pixelMm > massAboveMm ? 'mass' : 'nodule';
  if (leastMm === null || diameter * usualPixels.largest <= massAboveMm) return 'nodule';
  return diameter * leastMm > massAboveMm ? 'mass' : 'nodule_or_mass';
}
