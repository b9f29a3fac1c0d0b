import type { Study } from '@second-read/core/decode/study';
import type { GreyPlane } from '@second-read/core/pixels/plane';
import type { Millimetres } from '@second-read/core/pixels/units';
import { type NoduleType, noduleType } from '../nodules/nodule-type.ts';
import type { Nodule } from '../nodules/nodules.ts';
import { meanDiameter } from '../nodules/size.ts';
import type { WorkingSlice } from '../working-slice.ts';
import type { LungPlace } from './place.ts';

/** The nodule of a crop is reported where the readers' expected agreement on its pixels reaches this. */
export const agreementReportFrom = 0.5;
/**
 * Opacities are reported from this probability on, about 0.7 % of the lungs: between the 46 clear slices
 * (0.03) and the faintest of 50 infected ones (0.40), out of fold.
 */
export const opacityReportFrom = 0.35;

export interface MeasuredNodule {
  readonly nodule: Nodule;
  readonly kind: 'nodule' | 'mass';
  readonly type: NoduleType;
  /** Of the study. */
  readonly diameterPx: number;
  readonly diameterMm: Millimetres | null;
  /** Of the study. */
  readonly areaPx: number;
  readonly areaMm2: number | null;
  readonly volumeMm3: number | null;
  /** Null in a crop. */
  readonly place: LungPlace | null;
}

/** All that is said of one nodule. */
export function measureNodule(
  nodule: Nodule,
  given: { density: GreyPlane; working: WorkingSlice; study: Study; place: LungPlace | null },
): MeasuredNodule {
  const { density, working, study } = given;
  const type = noduleType(density, nodule.mask);
  const diameter = meanDiameter(nodule.mask);
  const { pixelMm, scale } = working;
  const { sliceThicknessMm } = study.source;
  const areaMm2 = pixelMm === undefined ? null : nodule.areaPx * pixelMm * pixelMm;
  return {
    nodule,
    kind: pixelMm !== undefined && diameter * pixelMm > massAboveMm ? 'mass' : 'nodule',
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
