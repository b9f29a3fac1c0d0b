import { isWhole } from '@second-read/core/exam/marks/slice-marks';
import { observationOf } from '@second-read/core/exam/report/exam-document';
import type { ExamWords } from '@second-read/core/exam/report/exam-words';
import type { StoredExam, StoredExamFinding, StoredSlice } from '@second-read/core/exam/stored-exam';
import type { Box } from '@second-read/core/pixels/plane';
import type { Outline } from '@second-read/core/reading/outline';
import type { ExamSlicePicture } from '../../api/reports/reports.ts';

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
  /** Its outline there; null where it speaks of the whole slice. */
  readonly box: Box | null;
  /** Places in the list of slices that show it. */
  readonly places: readonly number[];
}

export interface SliceMark {
  readonly id: string;
  readonly label: string;
  readonly colour: string;
  /** In pixels of the slice. */
  readonly box: Box;
  /** Drawn by a reader, in pixels of the slice. */
  readonly outline?: Outline;
}

/** Slices that were read, in the order in which the viewer shows them. */
export function shownSlices({ slices }: StoredExam): StoredExam['slices'] {
  return slices.filter(({ status }) => status === 'read');
}

/** The stored slices in the order of the stack; none until all of them are there. */
export function inOrder(
  slices: readonly StoredSlice[],
  pictures: readonly ExamSlicePicture[] = [],
): readonly ExamSlicePicture[] {
  const byFile = new Map(pictures.map((picture) => [picture.file, picture]));
  const all = slices.flatMap(({ file }) => byFile.get(file) ?? []);
  return all.length === slices.length ? all : [];
}

/** What was found, each numbered within its type as in the report. */
export function shownFindings(exam: StoredExam, { types }: Pick<ExamWords, 'types'>): ShownFinding[] {
  const slices = shownSlices(exam);
  const place = new Map(slices.map(({ file }, index) => [file, index]));
  return exam.findings.flatMap((finding) => {
    const places = finding.slices.flatMap(({ file }) => place.get(file) ?? []);
    const best = clearest(finding);
    const at = place.get(best?.file ?? '');
    if (!finding.found || at === undefined) return [];
    const { label = finding.type, colour = '#2196F3' } = types[finding.type] ?? {};
    const alike = exam.findings.filter(({ type }) => type === finding.type);
    const number = alike.length > 1 ? ` ${alike.indexOf(finding) + 1}` : '';
    const box = best && !isWhole(best.box, slices[at]) ? best.box : null;
    return [
      {
        id: finding.id,
        label: `${label}${number}`,
        words: observationOf(finding, exam, types),
        colour,
        at,
        box,
        places,
      },
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
  slice: StoredSlice,
  findings: readonly ShownFinding[],
): SliceMark[] {
  return findings.flatMap(({ id, label, colour }) => {
    const marks = exam.findings.find((finding) => finding.id === id)?.slices ?? [];
    return marks
      .filter((mark) => mark.file === slice.file && (mark.outline || !isWhole(mark.box, slice)))
      .map(({ box, outline }) => ({ id, label, colour, box, ...(outline && { outline }) }));
  });
}

/** Whether a reader outlined a finding that is there. */
export function hasOutlines({ findings }: StoredExam): boolean {
  return findings.some(({ found, slices }) => found && slices.some(({ outline }) => outline));
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

/** Where an exam opens: its first key slice, else the middle. */
export function firstPlace(exam: StoredExam): number {
  const slices = shownSlices(exam);
  const [key] = exam.reading.keySlices;
  const at = slices.findIndex(({ file }) => file === key?.file);
  return at >= 0 ? at : Math.floor(slices.length / 2);
}
