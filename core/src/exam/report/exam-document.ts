import { foundMark, type ReportDocument, type ReportHeader, type ReportRow } from '../../report/document.ts';
import { disclaimer, fileNameOf, researchNotice } from '../../report/image-document.ts';
import { shareText } from '../../report/percent.ts';
import { capitalized, numbered } from '../../report/sentences.ts';
import { marksOn } from '../marks/slice-marks.ts';
import type { StoredExam, StoredExamFinding } from '../stored-exam.ts';
import { comparisonRows, comparisonSentences } from './comparison-words.ts';
import { scoreOf } from './exam-as-reading.ts';
import type { ExamWords } from './exam-words.ts';
import { volumeWords } from './lesion-words.ts';
import { placeName, shownOn } from './slice-words.ts';
import { wordedExam } from './worded-exam.ts';

/**
 * The report of an exam for screen, paper and exports: conclusion, findings, what they rest on, what was not
 * assessed.
 */
export function examDocument(
  exam: StoredExam,
  { words, fileName }: { readonly words: ExamWords; readonly fileName: string },
  header: ReportHeader,
): ReportDocument {
  const { reading } = exam;
  const wording = wordedExam(exam, words);
  const [key] = reading.keySlices;
  const category = reading.category && words.categoryOf?.(reading.category.value);
  const comments = [
    ...wording.findings,
    ...comparisonSentences(exam),
    ...wording.notAssessed,
    ...wording.technique,
    ...rereadSentence(exam),
    ...unreadSentence(exam),
  ];
  const label = key ? `${capitalized(placeName(key.slice, exam))}: ${key.shows}` : middleLabel(exam);
  return {
    module: exam.module,
    kind: 'exam',
    title: words.title,
    header,
    images: [{ role: 'original', label, ...(key && { marks: marksOn(key.file, exam, words) }) }],
    findings: [],
    table: { head: ['Finding', 'Observation'], rows: examRows(exam, words) },
    diagnosis: { heading: 'Conclusion', text: wording.conclusion },
    assessment: {
      heading: 'Report',
      ...(category && { category }),
      comments: [...new Set(comments)],
      trace: wording.trace.filter((text) => !comments.includes(text)),
    },
    disclaimer,
    notice: researchNotice,
    fileName: fileNameOf({ pdfFileName: fileName }, header),
  };
}

/** Without a key slice the middle image stands for the exam, unless a reader rejected what it showed. */
function middleLabel(exam: StoredExam): string {
  const read = exam.slices.filter(({ status }) => status === 'read');
  const middle = read[Math.floor(read.length / 2)];
  if (middle === undefined || exam.rejected?.length) return 'Image of the exam';
  return capitalized(placeName(exam.slices.indexOf(middle), exam));
}

/** One row a finding, numbered where its type has several. */
function examRows(exam: StoredExam, { types }: ExamWords): ReportRow[] {
  const { findings, comparison } = exam;
  const names = numbered(findings.map(({ type }) => types[type]?.label ?? type));
  const nameOf = (finding: StoredExamFinding): string => names[findings.indexOf(finding)] ?? finding.type;
  const changes = comparison
    ? comparisonRows(comparison, types, (id) => {
        const finding = findings.find((each) => each.id === id);
        return finding && nameOf(finding);
      })
    : [];
  return [
    ...findings
      .filter(isAssessed)
      .map(
        (finding): ReportRow => [
          nameOf(finding),
          observationOf(finding, exam, types),
          finding.id,
          ...foundMark(finding.found),
        ],
      ),
    ...changes,
    ...unassessedRow(findings.filter((finding) => !isAssessed(finding)).map(nameOf)),
  ];
}

function isAssessed({ facts }: StoredExamFinding): boolean {
  return facts.isAssessed !== false;
}

/** What was not assessed is said once. */
function unassessedRow(names: readonly string[]): ReportRow[] {
  if (names.length === 0) return [];
  const list = names.map((name, at) => (at === 0 ? name : name.charAt(0).toLowerCase() + name.slice(1)));
  return [['Not assessed', `${list.join(', ')}: no slice shows ${names.length === 1 ? 'it' : 'them'}.`]];
}

/** "Left, 12.4 ml, 31 mm, slices 12 to 17, model score 81.0 %", or why there is nothing to say. */
export function observationOf(
  finding: StoredExamFinding,
  exam: StoredExam,
  types: ExamWords['types'],
): string {
  const { found, side, diameterMm, facts } = finding;
  const probability = scoreOf(finding, exam);
  if (facts.isAssessed === false) return 'Not assessed: no slice shows it.';
  const score = probability === null ? [] : [`model score ${shareText(probability)}`];
  if (!found) return ['Not detected', ...score].join(', ');
  const parts = [
    ...(side === null ? [] : [side === 'both' ? 'on both sides' : side]),
    ...(typeof facts.shiftMm === 'number' ? [`${facts.shiftMm.toFixed(1)} mm`] : []),
    ...(typeof facts.evansIndex === 'number' ? [`Evans' index ${facts.evansIndex.toFixed(2)}`] : []),
    ...(diameterMm === null ? [] : [`${diameterMm.toFixed(1)} mm`]),
    ...volumeWords(finding),
    ...(types[finding.type]?.placeWords?.(finding) ?? []),
    ...placeWords(finding, exam),
    ...score,
  ];
  const text = parts.length === 0 ? 'Found' : parts.join(', ');
  return capitalized(text);
}

/** Of a mammography stored before its views were: those that the finding itself names. */
function placeWords(finding: StoredExamFinding, exam: StoredExam): string[] {
  const { views } = finding.facts;
  const isPlaced = exam.reading.views?.some(({ slice }) =>
    finding.slices.some((mark) => mark.slice === slice),
  );
  return isPlaced || typeof views !== 'string'
    ? shownOn(finding, exam)
    : [`on ${views.replaceAll('+', ' and ')}`];
}

function rereadSentence({ rereads }: StoredExam): string[] {
  if (rereads === undefined) return [];
  return [`The same exam was read before from another series (report ${rereads}).`];
}

/** Which slices stand in the stack but were not read, and which were set aside, with the reasons. */
function unreadSentence({ slices }: StoredExam): string[] {
  const reasons = new Map<string, number>();
  for (const { status, message } of slices) {
    if (status === 'read') continue;
    const reason = message ?? status;
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  if (reasons.size === 0) return [];
  const listed = [...reasons].map(([reason, count]) => `${count} (${reason.replace(/\.$/, '')})`);
  return [`Not read: ${listed.join('; ')}.`];
}
