import type { BrainFinding, BrainReading } from '../reading/schema.ts';

const signs: readonly BrainFinding['type'][] = [
  'haemorrhage',
  'midline_shift',
  'basal_cistern_dilation',
  'sulcation',
];

/** Whether a line tells of something that presses, or is pressed. */
function supports({ type, state, descriptors }: BrainFinding): boolean {
  if (state !== 'found' || !signs.includes(type)) return false;
  if (type === 'basal_cistern_dilation') return descriptors.sign === 'narrow';
  return type !== 'sulcation' || descriptors.sign === 'effaced';
}

/**
 * Mass effect is a sum of other lines' signs. Where a reader changed one of those (its text is gone) and left
 * mass effect alone, it follows: nothing that presses, no sign; else its old sentence, which names them, no
 * longer holds.
 */
export function withMassEffect(reading: BrainReading): BrainReading {
  const { findings } = reading;
  const isTouched = findings.some(({ type, text }) => signs.includes(type) && text === null);
  if (!isTouched) return reading;
  const isSupported = findings.some(supports);
  return {
    ...reading,
    findings: findings.map((finding) => {
      const isOwn = finding.type !== 'mass_effect' || finding.text === null;
      if (isOwn || finding.state === 'not_found' || finding.reason === 'not_reported') return finding;
      if (isSupported) return { ...finding, text: null };
      if (finding.descriptors.sign === null) return finding;
      return {
        ...finding,
        ...{ state: 'not_found' as const, reason: null, certainty: null, side: null, text: null },
        descriptors: { sign: 'no_sign' as const },
        measurements: [],
      };
    }),
  };
}
