import type { AnyFinding, AnyReading } from '../reading/reading.ts';
import type { ReviewFields } from './review-module.ts';

/**
 * The findings at or above their operating point that a reader neither accepted, changed nor rejected, in
 * the order of the reading. What is always there, as the breast's tissue, is described and not decided.
 */
export function undecidedFindings(
  { findings }: Pick<AnyReading, 'findings'>,
  decisions: Readonly<Record<string, unknown>>,
  { types }: Pick<ReviewFields, 'types'>,
): AnyFinding[] {
  const isDecidable = ({ type }: AnyFinding) =>
    types.some((each) => each.type === type && each.isAlwaysThere !== true);
  return findings.filter(
    (finding) => finding.state === 'found' && decisions[finding.id] === undefined && isDecidable(finding),
  );
}
