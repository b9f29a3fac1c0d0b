import type { StoredExam, StoredExamFinding, StoredSlice } from '../stored-exam.ts';
import { comparedAnew } from './comparison.ts';
import type { ExamReport } from './exam-report.ts';
import type { ExamWords } from './exam-words.ts';

/** What a module read in an exam as it is stored, with what follows by rule. */
export function examOfReport(
  module: string,
  { reading, findings, scores }: ExamReport,
  { slices, words }: { readonly slices: readonly StoredSlice[]; readonly words: ExamWords },
): StoredExam {
  const coded = { ...reading, rules: [], keySlices: [] };
  const exam = { module, kind: 'exam', version: 2, reading: coded, findings, scores, slices } as const;
  // Through JSON, as the database keeps it: no undefined, and a copy that nothing else changes.
  const stored: StoredExam = JSON.parse(JSON.stringify(exam));
  return concludedExam(stored, words);
}

/**
 * The exam with all that follows from its findings and facts: comparison, rules, category and key slices, by
 * the same rules for what the engine read and for what a reader made of it.
 */
export function concludedExam(exam: StoredExam, words: ExamWords): StoredExam {
  const { rules: _rules, category: _category, ...reading } = exam.reading;
  const comparison = exam.comparison && comparedAnew(exam.comparison, exam.findings);
  const compared = { ...exam, ...(comparison && { comparison }) };
  const { rules, category } = words.conclude?.(compared) ?? { rules: [] };
  const keySlices = exam.findings.flatMap((finding) => keySlicesOf(finding, words));
  return {
    ...compared,
    reading: { ...reading, rules: [...rules], ...(category && { category }), keySlices },
  };
}

/** Where a finding is seen best: of slices one, of views each. */
function keySlicesOf(finding: StoredExamFinding, { types, noun }: ExamWords) {
  if (!finding.found) return [];
  const shows = (types[finding.type]?.label ?? finding.type).toLowerCase();
  const { slices } = finding;
  const shown = noun === 'view' ? slices : [clearest(finding) ?? slices[0]];
  return shown.flatMap((mark) => (mark ? [{ slice: mark.slice, file: mark.file, shows }] : []));
}

/** Its largest slice where the module names it, else the likeliest; of several the one in the middle. */
function clearest({ slices, facts }: StoredExamFinding) {
  const largest = slices.find(({ slice }) => slice + 1 === facts.largestSlice);
  const best = Math.max(...slices.map(({ score }) => score));
  const likeliest = slices.filter(({ score }) => score === best);
  return largest ?? likeliest[Math.floor(likeliest.length / 2)];
}
