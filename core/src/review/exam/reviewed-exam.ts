import { observationOf } from '../../exam/report/exam-document.ts';
import type { StoredExam, StoredExamFinding } from '../../exam/stored-exam.ts';
import type { AnyReading } from '../../reading/reading.ts';
import { numbered } from '../../report/sentences.ts';
import type { Reviewed } from '../apply-changes.ts';
import type { ReviewFields } from '../review-module.ts';
import type { ExamReviewModule } from './exam-review-module.ts';
import { examFindings } from './reviewed-findings.ts';

/**
 * The exam with a reader's changes: findings, category and the sentences that tell them. One that nobody
 * changed stays as it is.
 */
export function reviewedExam(
  exam: StoredExam,
  { reading, isChanged }: Pick<Reviewed, 'reading' | 'isChanged'>,
  module: ExamReviewModule,
): StoredExam {
  if (!isChanged) return exam;
  const findings = examFindings(exam, reading.findings, module);
  const { category: _, ...machine } = exam.reading;
  return {
    ...exam,
    findings,
    reading: {
      ...machine,
      ...categoryOf(reading),
      conclusion: conclusionOf(findings, reading, module),
      findings: [
        ...sentencesOf(findings, module.fields),
        ...machine.findings.filter((sentence) => module.keeps.test(sentence)),
        ...(module.rulesOf ? reading.rules.map(({ text }) => text) : []),
      ],
      rules: reading.rules,
      keySlices: keySlicesOf(exam, findings, module.fields),
    },
  };
}

/** Of the category as `reviewOfExam` carries it, what an exam stores. */
function categoryOf({ category }: AnyReading): Pick<StoredExam['reading'], 'category'> {
  if (!category) return {};
  const { system, parts, value } = category as typeof category & CarriedCategory;
  return { category: { system, value: String(value), ...(parts && { parts }) } };
}

interface CarriedCategory {
  readonly system: string;
  readonly parts?: Record<string, string>;
  readonly words: string;
}

type Type = ReviewFields['types'][number];

function labelOf(type: string, { types }: ReviewFields): string {
  return types.find((each) => each.type === type)?.label ?? type;
}

/** "Nodule 2: solid, left, 8.0 mm, slices 12 to 14." */
function sentencesOf(findings: readonly StoredExamFinding[], fields: ReviewFields): string[] {
  const names = numbered(findings.map(({ type }) => labelOf(type, fields)));
  return findings.map((finding, at) => {
    const known = fields.types.find(({ type }) => type === finding.type);
    const said = [...descriptionOf(finding, known), lowered(observationOf(finding))];
    return `${names[at]}: ${said.join(', ').replace(/\.$/, '')}.`;
  });
}

/** The words of its coded descriptors. */
function descriptionOf({ found, facts }: StoredExamFinding, known: Type | undefined): string[] {
  if (!found || known === undefined) return [];
  return known.descriptors.flatMap(({ name, values }) => {
    const value = facts[name] ?? null;
    const option = value === null ? undefined : values.find((each) => each.value === value);
    return option === undefined || typeof value !== 'string' ? [] : [lowered(option.label)];
  });
}

function lowered(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** "BI-RADS 4, suspicious. After review: mass (left), grouped calcifications (left)." */
function conclusionOf(
  findings: readonly StoredExamFinding[],
  { category }: AnyReading,
  { fields }: ExamReviewModule,
): string {
  const words = category ? `${(category as typeof category & CarriedCategory).words} ` : '';
  const found = findings.filter((finding) => finding.found);
  if (found.length === 0) return `${words}No finding after review.`;
  const listed = found.map(({ type, side }) => {
    const label = lowered(labelOf(type, fields));
    return side === null ? label : `${label} (${side === 'both' ? 'both sides' : side})`;
  });
  const counted = [...new Set(listed)].map((each) => {
    const count = listed.filter((other) => other === each).length;
    return count > 1 ? `${each}: ${count}` : each;
  });
  return `${words}After review: ${counted.join(', ')}.`;
}

/** Slices of findings that are there, those that a reader named included; of the others none. */
function keySlicesOf(
  { reading, findings: before }: StoredExam,
  findings: readonly StoredExamFinding[],
  fields: ReviewFields,
): StoredExam['reading']['keySlices'] {
  const shows = (of: readonly StoredExamFinding[], file: string) =>
    of.some(({ found, slices }) => found && slices.some((mark) => mark.file === file));
  const kept = reading.keySlices.filter(({ file }) => shows(findings, file) || !shows(before, file));
  const added = findings.filter(({ id }) => !before.some((each) => each.id === id));
  const named = added.flatMap(({ type, slices }) =>
    slices.map(({ slice, file }) => ({ slice, file, shows: lowered(labelOf(type, fields)) })),
  );
  return [...kept, ...named];
}
