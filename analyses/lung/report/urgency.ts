import type { Urgency } from '@second-read/core/report/urgency';
import { type UrgencyFacts, urgencyOfFacts } from '@second-read/core/report/urgency-of-facts';
import { manifest } from '../manifest.ts';
import type { LungReading } from '../reading/schema.ts';
import { kindLabel } from './nodule-words.ts';

const names = new Map(manifest.findingTypes.map(({ id, label }) => [id, label]));

/**
 * The surest finding first; of several nodules the likeliest speaks. Nodules decide whether there is a
 * conclusion.
 */
export function urgencyOf(reading: LungReading): Urgency {
  const { findings } = reading;
  const nodule = findings.find((finding) => finding.type === 'nodule');
  const { opacities, labels } = oneOpacity(reading);
  return urgencyOfFacts({
    findings: [...(nodule ? [nodule] : []), ...opacities],
    isConcluded: nodule !== undefined && nodule.state !== 'not_assessed',
    labels: nodule ? new Map([...labels, ['nodule', kindLabel(nodule)]]) : labels,
  });
}

/** Both kinds of opacity stand as one where they share one probability, which is that of any opacity. */
function oneOpacity({ findings, facts }: LungReading): {
  opacities: UrgencyFacts['findings'];
  labels: UrgencyFacts['labels'];
} {
  const opacities = findings.filter(({ type, state }) => type !== 'nodule' && state === 'found');
  const [first, second] = opacities;
  if (first === undefined || facts.anyOpacity === null) return { opacities, labels: names };
  const nameOf = (type: string) => names.get(type) ?? type;
  const both = second && `${nameOf(first.type)} and ${nameOf(second.type).toLowerCase()}`;
  return {
    opacities: [{ type: first.type, state: 'found', certainty: facts.anyOpacity }],
    labels: both === undefined ? names : new Map([...names, [first.type, both]]),
  };
}
