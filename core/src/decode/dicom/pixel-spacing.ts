import type { PixelSpacing } from '../study.ts';
import type { Dataset } from './dataset/dataset.ts';
import type { Attribute } from './dataset/tags.ts';
import { statedIn } from './frame/functional-groups.ts';

/** Projections: a millimetre at the detector is less than one in the patient. */
const projections = new Set(['MG', 'CR', 'DX', 'RF', 'XA', 'IO', 'PX', 'RG']);
/** Larger pixels are implausible; such values are errors. */
const largestMm = 50;

/**
 * Spacing in the patient as far as the file tells it (PS3.3 10.7): that of {@link statedSpacing}, the
 * detector's corrected by a stated magnification.
 */
export function pixelSpacing(dataset: Dataset, frame: number): PixelSpacing | undefined {
  const stated = statedSpacing(dataset, frame);
  const magnification = dataset.number('magnificationFactor') ?? 1;
  if (stated?.kind !== 'imager' || magnification <= 1) return stated;
  return { xMm: stated.xMm / magnification, yMm: stated.yMm / magnification, kind: 'calibrated' };
}

/**
 * Spacing as the file gives it, and its meaning (PS3.3 10.7). In projections `PixelSpacing` is calibrated
 * only if the file says so or it differs from the detector's.
 */
export function statedSpacing(dataset: Dataset, frame: number): PixelSpacing | undefined {
  const stated = pair(statedIn(dataset, 'pixelMeasuresSequence', frame, ['pixelSpacing']), 'pixelSpacing');
  const imager = detectorSpacing(dataset, frame);
  const isProjection = projections.has(dataset.text('modality') ?? '');
  const isCalibrated = dataset.text('calibrationType') !== undefined || differs(stated, imager);
  if (stated !== undefined && (!isProjection || isCalibrated)) return { ...stated, kind: 'calibrated' };
  const detector = imager ?? stated;
  return detector && { ...detector, kind: 'imager' };
}

/** Height of a pixel over its width (PS3.3 C.7.6.3.1.7), of files that give no spacing. */
export function pixelAspect(dataset: Dataset): number | undefined {
  const [vertical = 0, horizontal = 0] = dataset.numbers('pixelAspectRatio');
  return vertical > 0 && horizontal > 0 ? vertical / horizontal : undefined;
}

/**
 * Of the detector, or of the scanned film; enhanced X-ray images have it with their frames (PS3.3
 * C.8.19.6.2).
 */
function detectorSpacing(dataset: Dataset, frame: number) {
  const properties = statedIn(dataset, 'framePixelDataPropertiesSequence', frame, ['imagerPixelSpacing']);
  return pair(properties, 'imagerPixelSpacing') ?? pair(dataset, 'nominalScannedPixelSpacing');
}

/** Row spacing comes first: the distance between rows is the height of a pixel. */
function pair(dataset: Dataset, name: Attribute): { xMm: number; yMm: number } | undefined {
  const [yMm = 0, xMm = 0] = dataset.numbers(name);
  const isSensible = xMm > 0 && yMm > 0 && xMm <= largestMm && yMm <= largestMm;
  return isSensible ? { xMm, yMm } : undefined;
}

function differs(a: { xMm: number; yMm: number } | undefined, b: typeof a): boolean {
  if (a === undefined || b === undefined) return false;
  return Math.abs(a.xMm - b.xMm) > 1e-4 || Math.abs(a.yMm - b.yMm) > 1e-4;
}
