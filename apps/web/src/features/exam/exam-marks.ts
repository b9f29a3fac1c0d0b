import { observationOf } from '@second-read/core/exam/exam-document';
import type { ExamWords } from '@second-read/core/exam/exam-words';
import type { StoredExam, StoredExamFinding } from '@second-read/core/exam/stored-exam';
import type { Box } from '@second-read/core/pixels/plane';

/** A finding that was found, as the viewer leads to it. */
export interface ShownFinding {
  readonly id: string;
  /** "Hemorrhage 2". */
  readonly label: string;
  /** "Left, 12.4 ml, slices 12 to 17". */
  readonly words: string;
  readonly colour: string;
  /** Where it is seen best: a place in the list of slices, from 0. */
  readonly at: number;
  /** Places in the list of slices that show it. */
  readonly places: readonly number[];
}

export interface SliceMark {
  readonly id: string;
  readonly label: string;
  readonly colour: string;
  /** In pixels of the slice. */
  readonly box: Box;
}

/** Slices that were read, in the order in which the viewer shows them. */
export function shownSlices({ slices }: StoredExam): StoredExam['slices'] {
  return slices.filter(({ status }) => status === 'read');
}

/** What was found, each numbered within its type as in the report. */
export function shownFindings(exam: StoredExam, { types }: ExamWords): ShownFinding[] {
  const place = new Map(shownSlices(exam).map(({ file }, index) => [file, index]));
  return exam.findings.flatMap((finding) => {
    const places = finding.slices.flatMap(({ file }) => place.get(file) ?? []);
    const at = place.get(clearest(finding)?.file ?? '');
    if (!finding.found || at === undefined) return [];
    const { label = finding.type, colour = '#2196F3' } = types[finding.type] ?? {};
    const alike = exam.findings.filter(({ type }) => type === finding.type);
    const number = alike.length > 1 ? ` ${alike.indexOf(finding) + 1}` : '';
    return [
      { id: finding.id, label: `${label}${number}`, words: observationOf(finding), colour, at, places },
    ];
  });
}

/** Its largest slice where the module names it, else the likeliest. */
function clearest({ slices, facts }: StoredExamFinding) {
  const largest = slices.find(({ slice }) => slice + 1 === facts.largestSlice);
  return largest ?? slices.toSorted((a, b) => b.score - a.score)[0];
}

/** The outlined findings of one slice; one that speaks of the whole slice has no outline. */
export function marksOfSlice(
  exam: StoredExam,
  { file, width, height }: StoredExam['slices'][number],
  findings: readonly ShownFinding[],
): SliceMark[] {
  return findings.flatMap(({ id, label, colour }) => {
    const marks = exam.findings.find((finding) => finding.id === id)?.slices ?? [];
    return marks
      .filter((mark) => mark.file === file && !(mark.box.width === width && mark.box.height === height))
      .map(({ box }) => ({ id, label, colour, box }));
  });
}

/** The next finding behind, or before, a place; from the last on to the first. */
export function nextFinding(
  findings: readonly ShownFinding[],
  place: number,
  direction: 1 | -1,
): ShownFinding | undefined {
  const inOrder = findings.toSorted((a, b) => direction * (a.at - b.at));
  return inOrder.find(({ at }) => direction * (at - place) > 0) ?? inOrder[0];
}
