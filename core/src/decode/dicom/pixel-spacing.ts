import type { PixelSpacing } from '../study.ts';
import type { Dataset } from './dataset/dataset.ts';
import type { Attribute } from './dataset/tags.ts';
import { functionalGroup } from './frame/functional-groups.ts';

/** Projections: a millimetre at the detector is less than one in the patient. */
const projections = new Set(['MG', 'CR', 'DX', 'RF', 'XA', 'IO', 'PX', 'RG']);
/** Larger pixels are implausible; such values are errors. */
const largestMm = 50;

/**
 * Spacing and its meaning (PS3.3 10.7). In projections `PixelSpacing` is calibrated only if the file says
 * so or it differs from the detector's; a stated magnification calibrates the detector's.
 */
export function pixelSpacing(dataset: Dataset, frame: number): PixelSpacing | undefined {
  const measures = functionalGroup(dataset, 'pixelMeasuresSequence', frame);
  const stated = (measures && pair(measures, 'pixelSpacing')) ?? pair(dataset, 'pixelSpacing');
  const imager = detectorSpacing(dataset, frame);
  if (!projections.has(dataset.text('modality') ?? '') && stated !== undefined) {
    return { ...stated, kind: 'calibrated' };
  }
  if (stated !== undefined && (dataset.text('calibrationType') !== undefined || differs(stated, imager))) {
    return { ...stated, kind: 'calibrated' };
  }
  const detector = imager ?? stated;
  if (detector === undefined) return undefined;
  const magnification = dataset.number('magnificationFactor') ?? 1;
  if (magnification <= 1) return { ...detector, kind: 'imager' };
  return { xMm: detector.xMm / magnification, yMm: detector.yMm / magnification, kind: 'calibrated' };
}

/**
 * Of the detector, or of the scanned film; enhanced X-ray images have it with their frames (PS3.3
 * C.8.19.6.2).
 */
function detectorSpacing(dataset: Dataset, frame: number) {
  const properties = functionalGroup(dataset, 'framePixelDataPropertiesSequence', frame);
  return (
    (properties && pair(properties, 'imagerPixelSpacing')) ??
    pair(dataset, 'imagerPixelSpacing') ??
    pair(dataset, 'nominalScannedPixelSpacing')
  );
}

/** Row spacing comes first: the distance between rows is the height of a pixel. */
function pair(dataset: Dataset, name: Attribute): { xMm: number; yMm: number } | undefined {
  const [yMm = 0, xMm = 0] = dataset.numbers(name);
  const isSensible = xMm > 0 && yMm > 0 && xMm <= largestMm && yMm <= largestMm;
  return isSensible ? { xMm, yMm } : undefined;
}

function differs(a: { xMm: number; yMm: number }, b: { xMm: number; yMm: number } | undefined): boolean {
  return b !== undefined && (Math.abs(a.xMm - b.xMm) > 1e-4 || Math.abs(a.yMm - b.yMm) > 1e-4);
}
