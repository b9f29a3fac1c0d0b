import { nothingFound, nothingJudged, type Urgency } from '@second-read/core/report/urgency';
import type { ObservationCode, ObservationId } from '../reading/codes.ts';
import type { BrainReading } from '../reading/schema.ts';

interface Sign<Id extends ObservationId = ObservationId> {
  readonly of: Id;
  readonly code: ObservationCode<Id>;
  readonly value: number;
  readonly words: string;
}

function sign<Id extends ObservationId>(
  of: Id,
  code: ObservationCode<Id>,
  rest: Pick<Sign, 'value' | 'words'>,
): Sign {
  return { of, code, ...rest };
}

/** What was found, the most urgent first. */
const signs: readonly Sign[] = [
  sign('haemorrhage', 'suspected', { value: 60, words: 'Hemorrhage suspected' }),
  sign('haemorrhage', 'not_excluded', { value: 35, words: 'Hemorrhage not excluded' }),
  sign('midline_shift', 'shifted', { value: 50, words: 'Midline shift' }),
  sign('basal_cistern_dilation', 'narrow', { value: 40, words: 'Narrow basal cisterns' }),
  sign('ventricular_dilation', 'dilated', { value: 30, words: 'Dilated ventricles' }),
  sign('basal_cistern_dilation', 'dilated', { value: 28, words: 'Dilated basal cisterns' }),
  sign('hypodense_areas', 'seen', { value: 25, words: 'Hypodense area' }),
  sign('sulcation', 'effaced', { value: 20, words: 'Effaced sulci' }),
  sign('ventricular_dilation', 'possibly_dilated', { value: 15, words: 'Possibly dilated ventricles' }),
  sign('sulcation', 'asymmetric', { value: 12, words: 'Asymmetric sulci' }),
  sign('hypertrophy', 'generalized_loss', { value: 10, words: 'Volume loss' }),
  sign('hypertrophy', 'cortical_loss', { value: 10, words: 'Volume loss' }),
];
/** A bleeding and a shifted midline are emergencies; the other signs are findings. */
const urgentFrom = 50;

/** A suspected bleeding goes before all else, the surer the earlier. */
export function urgencyOf({ findings, conclusion, facts }: BrainReading): Urgency {
  const seen = signs.filter(({ of, code }) =>
    findings.some(({ type, descriptors }) => type === of && descriptors.sign === code),
  );
  const [first] = seen;
  // Words of another server are not read: what they say may be urgent.
  const isUnread = findings.some(({ reason }) => reason === 'malformed');
  if (!first) return conclusion === 'open' || isUnread ? nothingJudged : nothingFound;
  const value = first.value + (first.of === 'haemorrhage' ? 0.4 * (facts.statedConfidence ?? 0) : 0);
  const level = first.value >= urgentFrom ? 'urgent' : 'finding';
  return { value, level, words: seen.map(({ words }) => words).join(', ') };
}
