import { measured as measuredIn } from '@second-read/core/reading/measurement';
import type { AnyFinding } from '@second-read/core/reading/reading';
import type { CodedValue } from '@second-read/core/review/change';
import { bareFinding } from '@second-read/core/review/module-parts';
import {
  lengths,
  measurement,
  type OutlineMeasures,
  withQuantities,
} from '@second-read/core/review/outline-measures';
import { outlineCenter } from '@second-read/core/review/outline-region';
import type { OutlinedOn } from '@second-read/core/review/review-module';
import { placeBy } from '../reading/place.ts';
import { sizeRowOf } from '../reading/size-row.ts';

const undescribed = { kind: 'nodule', texture: null, third: null, sizeRow: null };
const sought = { kind: 'nodule_or_mass', texture: null, third: null, sizeRow: null };
const isNodule = ({ type }: AnyFinding) => type === 'nodule';

export function rejected(finding: AnyFinding): AnyFinding {
  return { ...finding, descriptors: isNodule(finding) ? sought : null };
}

export function described(finding: AnyFinding, descriptor: string, value: CodedValue): AnyFinding {
  return withSizeRow({ ...finding, descriptors: { ...finding.descriptors, [descriptor]: value } });
}

/** A new diameter makes what was computed from the old outline wrong: area and volume go. */
export function measured(finding: AnyFinding, quantity: string): AnyFinding {
  if (quantity !== 'mean_diameter') return finding;
  const measurements = finding.measurements.filter((each) => !['area', 'volume'].includes(each.quantity));
  return withSizeRow({ ...finding, measurements });
}

export function added(type: string, id: string): AnyFinding {
  const bare = bareFinding(type, id);
  return isNodule(bare) ? { ...bare, descriptors: undescribed } : bare;
}

/** By the diameter in millimeters and the texture; null where one of them is not known. */
function withSizeRow(finding: AnyFinding): AnyFinding {
  if (!isNodule(finding)) return finding;
  const texture = finding.descriptors?.texture;
  const diameter = measuredIn(finding.measurements, 'mean_diameter', 'mm');
  const isKnown = texture === 'solid' || texture === 'part_solid' || texture === 'ground_glass';
  const sizeRow = diameter === null || !isKnown ? null : sizeRowOf(diameter, texture);
  return { ...finding, descriptors: { ...finding.descriptors, sizeRow } };
}

/**
 * Of a nodule place, mean diameter, area and size row follow, in millimeters of the patient alone. A share of
 * the lungs does not follow from an outline: it goes until a reader states it.
 */
export function outlined(
  drawn: AnyFinding,
  measures: OutlineMeasures,
  { machine: { landmarks }, outline, picture }: OutlinedOn,
): AnyFinding {
  const at = outlineCenter(outline, picture);
  const place = at && placeBy(landmarks, at);
  const finding = place ? { ...drawn, side: place.side } : drawn;
  if (!isNodule(finding)) {
    const kept = finding.measurements.filter(({ quantity }) => quantity !== 'share_of_lungs');
    return { ...finding, measurements: kept };
  }
  const { px, mm } = measures;
  const known = measures.isCalibrated ? measures : { ...measures, mm: null };
  const areas = [
    ...(mm !== null && measures.isCalibrated ? [measurement('area', mm.area, 'mm2')] : []),
    measurement('area', px.area, 'px2'),
  ];
  const others = finding.measurements.filter(({ quantity }) => quantity !== 'volume');
  const sizes = [...lengths('mean_diameter', 'meanDiameter', known), ...areas];
  // What borders on it was measured on the engine's outline.
  const third = place ? place.third : (finding.descriptors?.third ?? null);
  const descriptors = { ...finding.descriptors, third, near: null };
  return withSizeRow({ ...finding, descriptors, measurements: withQuantities(others, sizes) });
}
