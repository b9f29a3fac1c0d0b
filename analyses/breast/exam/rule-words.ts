import type { ExamRule } from '@second-read/core/exam/exam-reading';
import { shownOn } from '@second-read/core/exam/report/slice-words';
import type { StoredExam } from '@second-read/core/exam/stored-exam';
import { leftToReader, unknownSides } from '@second-read/core/reading/category';
import { shareText } from '@second-read/core/report/percent';
import { capitalized, numbered } from '@second-read/core/report/sentences';
import { negativeBelow } from '../reading/birads.ts';
import { notImaged, oneView, wholeRule } from './category.ts';
import { typeWords } from './lesion-words.ts';

/** How a rule led to its category: "Left breast: 0, a finding to be worked up first (Mass 1 on CC: 0; …)." */
export function ruleWords({ id, values }: ExamRule, exam: StoredExam): string {
  const { side, findings, views, right, left } = values;
  const value = values.value ?? 'no category';
  const part = (of: typeof right) => of ?? 'none';
  if (id === wholeRule)
    return `Exam: ${value}, the more suspicious breast (right ${part(right)}, left ${part(left)}).`;
  if (id === unknownSides) return `Exam: ${value}; side or view of an image is not known.`;
  const of = [typeof findings === 'string' && carriedWords(findings, exam), views && `views ${views}`]
    .filter(Boolean)
    .join('; ');
  const score = exam.scores[`malignant_${side}`];
  const why =
    {
      [notImaged]: 'no view of it was read',
      'needs-work-up': `a finding to be worked up first (${of})`,
      [oneView]: `incomplete: a standard view is missing (${of})`,
      [leftToReader]: scoreWords(score),
    }[id] ?? `its most suspicious finding or view (${of})`;
  return `${side === 'left' ? 'Left' : 'Right'} breast: ${value}, ${why}.`;
}

function scoreWords(score: number | null | undefined): string {
  return `no finding, but its views score ${shareText(score ?? 0)} (limit ${shareText(negativeBelow)})`;
}

/** "Mass 1 on CC and MLO: 0" of "mass-1 0", by the names that the table of findings gives. */
function carriedWords(carried: string, exam: StoredExam): string {
  const names = numbered(exam.findings.map(({ type }) => capitalized(typeWords[type] ?? type)));
  const named = carried.split(', ').map((each) => {
    const [id = '', category] = each.split(' ');
    const at = exam.findings.findIndex((finding) => finding.id === id);
    const finding = exam.findings[at];
    return finding ? `${[names[at], ...shownOn(finding, exam)].join(' ')}: ${category}` : each;
  });
  return named.join(', ');
}
