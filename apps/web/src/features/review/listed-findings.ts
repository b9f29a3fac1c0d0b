import type { ReviewReply } from '@second-read/contract/reviews';
import type { AnyFinding } from '@second-read/core/reading/reading';
import { numbered } from '@second-read/core/report/sentences';
import { reviewableReading } from '@second-read/core/review/exam/exam-as-reviewable';
import type { ReviewedType } from '@second-read/core/review/review-module';

export interface ListedFinding {
  /** As it stands now; a rejected one as the machine had it. */
  readonly finding: AnyFinding;
  readonly type: ReviewedType;
  /** "Nodule 2" where the report has several of a type; a rejected one is in it under no number. */
  readonly label: string;
  readonly decision: ReviewReply['decisions'][string] | undefined;
}

/** What a reader decides about, in the order of the report: what is there, or was until it was rejected. */
export function listed({ machine, current, decisions, review }: ReviewReply): ListedFinding[] {
  const now = reviewableReading(current, review).findings;
  const before = reviewableReading(machine, review).findings;
  // A part of a lesion that was split is beside the other one.
  const ids = new Set([
    ...before.flatMap(({ id }) => [
      id,
      ...now.filter(({ madeOf }) => madeOf?.[0] === id).map((one) => one.id),
    ]),
    ...now.map(({ id }) => id),
  ]);
  const all = [...ids].flatMap((id) => {
    const decision = decisions[id];
    const original = before.find((each) => each.id === id);
    const finding = decision?.decision === 'rejected' ? original : now.find((each) => each.id === id);
    const type = review.types.find((each) => each.type === (finding ?? original)?.type);
    return finding === undefined || type === undefined ? [] : [{ finding, type, decision }];
  });
  const shown = all.filter(
    ({ finding, type, decision }) =>
      decision !== undefined || finding.state === 'found' || (!type.canAdd && type.descriptors.length > 0),
  );
  const kept = now.flatMap(({ id }) => shown.filter(({ finding }) => finding.id === id)).filter(isKept);
  const names = numbered(kept.map(nameOf));
  return shown.map((each) => ({ ...each, label: names[kept.indexOf(each)] ?? nameOf(each) }));
}

const isKept = ({ decision }: Pick<ListedFinding, 'decision'>) => decision?.decision !== 'rejected';

/** As the report heads it. */
function nameOf({ finding, type: { label, namedBy } }: Pick<ListedFinding, 'finding' | 'type'>): string {
  const value = namedBy && finding.descriptors?.[namedBy.descriptor];
  return (typeof value === 'string' && namedBy?.labels[value]) || label;
}
