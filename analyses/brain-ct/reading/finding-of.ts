import type { FindingState } from '@second-read/core/reading/finding';
import type { Coded, ObservationCode, ObservationId } from './codes.ts';

/** Of what is measured without being decided. */
const undecided: readonly ObservationCode[] = ['not_excluded', 'not_visible'];
const unremarkable: readonly ObservationCode[] = [
  'not_detected',
  'not_shifted',
  'usual',
  'no_sign',
  'not_dilated',
  'none_seen',
];

/** What a line says as a finding of the reading; `unsaid` is the reason where it says nothing at all. */
export function findingOf<Id extends ObservationId>(
  type: Id,
  { code, reason, side, measured }: Coded<Id>,
  unsaid: 'not_reported' | 'malformed',
) {
  const state = stateOf(code);
  const whyNot = reason ?? (code === null ? unsaid : 'undecided');
  return {
    id: `${type.replaceAll('_', '-')}-1`,
    type,
    state,
    reason: state === 'not_assessed' ? whyNot : null,
    certainty: null,
    side,
    descriptors: { sign: code },
    measurements: [...measured],
    region: null,
  };
}

function stateOf(code: ObservationCode | null): FindingState {
  if (code === null || undecided.includes(code)) return 'not_assessed';
  return unremarkable.includes(code) ? 'not_found' : 'found';
}
