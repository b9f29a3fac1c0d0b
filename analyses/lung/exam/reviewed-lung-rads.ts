import type { StoredExam, StoredExamFinding } from '@second-read/core/exam/stored-exam';
import type { Rule } from '@second-read/core/reading/category';
import { baselineId, isBarred, lungRadsBySize } from './lung-rads.ts';
import { type FollowedNodule, followed, followUpId, lungRadsBeside, sized } from './lung-rads-follow-up.ts';

/** Lung-RADS of an exam whose findings a reader changed; none where the machine told none. */
export function reviewedLungRads(exam: StoredExam, findings: readonly StoredExamFinding[]): Rule[] {
  const machine = exam.reading.rules.find(({ id }) => id === baselineId || id === followUpId);
  if (machine === undefined) return [];
  if (isBarred(machine)) return [machine];
  const lesions = findings.filter(({ found, type }) => found && (type === 'nodule' || type === 'mass'));
  const { days } = machine.values;
  if (machine.id === followUpId && typeof days === 'number')
    return [
      lungRadsBeside(
        lesions.map((lesion) => beside(lesion, exam, days)),
        days,
      ),
    ];
  const rule = lungRadsBySize(lesions.map(sized));
  return [exam.comparison ? { ...rule, text: `${rule.text} Growth is not judged.` } : rule];
}

/**
 * A lesion beside the size that the comparison keeps of its earlier one. Texture and solid part are not kept:
 * the texture counts as unchanged, and a part-solid nodule that is not new stays open, since its solid part
 * alone may grow. So does what a reader added: nobody said whether it is new.
 */
function beside(lesion: StoredExamFinding, exam: StoredExam, days: number): FollowedNodule {
  const { kind } = sized(lesion);
  const change = exam.comparison?.lesions.find(({ finding }) => finding === lesion.id);
  const before = change?.before && { diameterMm: change.before.diameterMm, facts: { density: kind } };
  const isUntouched = exam.findings.includes(lesion);
  const doublingDays = isUntouched ? (change?.doublingDays ?? null) : null;
  const nodule = followed({ doublingDays }, { now: lesion, before: before ?? undefined, days });
  const isOpen = change === undefined || (kind === 'part-solid' && change.before !== null);
  return isOpen ? { ...nodule, course: 'open' } : nodule;
}
