import type { Finding } from '@second-read/core/analysis/finding';
import type { Study } from '@second-read/core/decode/study';
import type { GreyPlane } from '@second-read/core/pixels/plane';
import type { Millimetres } from '@second-read/core/pixels/units';
import type { Frame } from '../frame.ts';
import { type NoduleType, noduleType } from '../nodules/nodule-type.ts';
import type { Nodule } from '../nodules/nodules.ts';
import { lungRadsSizeRow, meanDiameter, type SizeRow, sizeText, volumeText } from '../nodules/size.ts';
import type { Opacities } from '../opacity/opacity.ts';
import { type LungPlace, placeWords } from './place.ts';

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
  readonly size: string;
  readonly volume: string;
  readonly sizeRow: SizeRow | null;
  /** Null in a crop. */
  readonly place: LungPlace | null;
}

/** All that is said of one nodule. */
export function measureNodule(
  nodule: Nodule,
  given: { density: GreyPlane; frame: Frame; study: Study; place: LungPlace | null },
): MeasuredNodule {
  const { density, frame, study } = given;
  const type = noduleType(density, nodule.mask);
  const diameter = meanDiameter(nodule.mask);
  const { pixelMm, scale } = frame;
  const inStudy = pixelMm === undefined ? scale : 1;
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
    size: sizeText(diameter * inStudy, pixelMm),
    volume: volumeText(Math.round(nodule.areaPx * inStudy * inStudy), pixelMm, sliceThicknessMm),
    sizeRow: pixelMm === undefined ? null : lungRadsSizeRow(diameter * pixelMm, type),
    place: given.place,
  };
}

/** Above this mean diameter it is called a mass (Fleischner Society, 2008). */
const massAboveMm: Millimetres = 30;

/**
 * The nodule line of the report: the most likely nodule, and how many there are. `hidesSmall`: only masses
 * could be seen.
 */
export function noduleFinding(
  reported: readonly MeasuredNodule[],
  score: number,
  { hidesSmall }: { hidesSmall: boolean } = { hidesSmall: false },
): Finding {
  const first = reported[0];
  if (first === undefined) {
    // Where not even a weak candidate was seen nothing was weighed: the constant 100 would be no confidence.
    const confidence = score === 0 ? null : (1 - score) * 100;
    return {
      type: 'nodule',
      found: false,
      confidence,
      attributes: { count: 0, kind: hidesSmall ? 'mass' : 'nodule or mass' },
    };
  }
  return {
    type: 'nodule',
    found: true,
    confidence: score * 100,
    attributes: {
      count: reported.length,
      kind: first.kind,
      size: first.size,
      type: first.type,
      region: placeWords(first.place),
      volume: first.volume,
      lungRadsSize: first.sizeRow?.words ?? null,
    },
    region: first.nodule.box,
  };
}

const percent = (share: number): number => Math.round(share * 1000) / 10;

/** Ground glass and consolidation lines; `score` is the probability that any opacity is real. */
export function opacityFindings(opacities: Opacities, score: number): Finding[] {
  const found = score >= opacityReportFrom;
  // Lungs without any opaque pixel all get the same number, which measures nothing.
  const confidence = opacities.share === 0 ? null : (found ? score : 1 - score) * 100;
  return [
    {
      type: 'ground-glass',
      found: found && opacities.groundGlassShare > 0,
      confidence,
      attributes: {
        assessed: true,
        percent: percent(opacities.groundGlassShare),
        opacityPercent: percent(opacities.share),
        leftPercent: percent(opacities.leftShare),
        rightPercent: percent(opacities.rightShare),
      },
    },
    {
      type: 'consolidation',
      found: found && opacities.consolidationShare > 0,
      confidence,
      attributes: { percent: percent(opacities.consolidationShare) },
    },
  ];
}

/** Where no lung was found nothing was looked for. */
export function nothingAssessed(): Finding[] {
  const nodule: Finding = { type: 'nodule', found: false, confidence: null, attributes: { assessed: false } };
  return [nodule, ...opacitiesNotAssessed()];
}

/** A crop shows a part of one lung: nothing can be said of opacities. */
export function opacitiesNotAssessed(): Finding[] {
  return ['ground-glass', 'consolidation'].map((type) => ({
    type,
    found: false,
    confidence: null,
    attributes: { assessed: false },
  }));
}
