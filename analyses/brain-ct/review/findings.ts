import { measured as measuredIn } from '@second-read/core/reading/measurement';
import type { AnyFinding } from '@second-read/core/reading/reading';
import type { CodedValue } from '@second-read/core/review/change';
import { measurement, type OutlineMeasures } from '@second-read/core/review/outline-measures';
import type { OutlinedOn } from '@second-read/core/review/review-module';
import { type ObservationCode, type ObservationId, observationCodes } from '../reading/codes.ts';
import { dilatedFrom } from '../reading/evans.ts';
import { findingOf } from '../reading/finding-of.ts';
import { placesWithin, sideBy } from '../reading/side.ts';

/** What each line says where nothing is there; volume has no word for it. */
const unremarkable: Readonly<Record<ObservationId, ObservationCode | null>> = {
  haemorrhage: 'not_detected',
  midline_shift: 'not_shifted',
  basal_cistern_dilation: 'usual',
  mass_effect: 'no_sign',
  ventricular_dilation: 'not_dilated',
  hypodense_areas: 'none_seen',
  sulcation: 'usual',
  hypertrophy: null,
};

export function rejected(finding: AnyFinding): AnyFinding {
  return stated(finding, isLine(finding.type) ? unremarkable[finding.type] : null);
}

export function described(finding: AnyFinding, descriptor: string, value: CodedValue): AnyFinding {
  if (descriptor === 'sign') return stated(finding, typeof value === 'string' ? value : null);
  return { ...finding, text: null, descriptors: { ...finding.descriptors, [descriptor]: value } };
}

export function measured(finding: AnyFinding, quantity: string): AnyFinding {
  const index = measuredIn(finding.measurements, 'evans');
  if (quantity !== 'evans' || index === null) return { ...finding, text: null };
  return stated(finding, index > dilatedFrom ? 'dilated' : 'not_dilated');
}

/**
 * State and reason follow the sign as they do in the engine's own lines; the old sentence no longer holds.
 */
function stated(finding: AnyFinding, sign: string | null): AnyFinding {
  const { type, side, measurements, descriptors } = finding;
  if (!isLine(type)) return finding;
  const codes: readonly ObservationCode[] = observationCodes[type];
  const code = codes.find((each) => each === sign) ?? null;
  const { state, reason } = findingOf(type, { code, reason: null, side, measured: [] }, 'not_reported');
  const isThere = state === 'found';
  return {
    ...finding,
    ...{ state, reason, text: null, certainty: null },
    // Rejected, or stated as absent: there is no side and no kind of what is not there.
    side: isThere ? side : null,
    measurements: state === 'not_assessed' ? [] : measurements,
    descriptors: { ...descriptors, sign: code, ...(type === 'haemorrhage' && !isThere && { kind: null }) },
  };
}

function isLine(type: string): type is ObservationId {
  return Object.hasOwn(observationCodes, type);
}

/** Side and area of a bleeding or hypodense area follow, in square millimeters of the patient alone. */
export function outlined(
  finding: AnyFinding,
  { mm, isCalibrated }: OutlineMeasures,
  { machine: { landmarks }, outline, picture }: OutlinedOn,
): AnyFinding {
  if (finding.type !== 'haemorrhage' && finding.type !== 'hypodense_areas') return finding;
  const others = finding.measurements.filter(({ quantity }) => quantity !== 'area');
  const area = mm !== null && isCalibrated ? [measurement('area', mm.area, 'mm2')] : [];
  const side = sideBy(landmarks, placesWithin(outline, picture)) ?? finding.side;
  return { ...finding, side, text: null, measurements: [...others, ...area] };
}
