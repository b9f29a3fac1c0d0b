import type { ExamWords } from '../../exam/report/exam-words.ts';
import type { StoredExam, StoredExamFinding, StoredSlice } from '../../exam/stored-exam.ts';
import { isSameBox } from '../../pixels/plane.ts';
import type { ModuleCoding } from '../../reading/code.ts';
import { isMadeOf } from '../../reading/finding.ts';
import type { AnyFinding } from '../../reading/reading.ts';
import { classOfType } from '../finding-pixels.ts';
import { bareFinding } from '../module-parts.ts';
import type { MarkedVersion } from '../reviewed-labels.ts';

interface Exams {
  readonly machine: StoredExam;
  /** Of the version in force. */
  readonly current: StoredExam;
}

interface Words {
  readonly coding: Pick<ModuleCoding, 'segments' | 'findings'>;
  readonly types: ExamWords['types'];
}

/**
 * One slice of a reviewed exam as `reviewedLabels` takes it: what the machine marked on it, what of that the
 * version still has, and what a reader outlined there. Undefined of a slice that was not read.
 */
export function reviewedSlice(
  { machine, current }: Exams,
  { file, width, height }: Pick<StoredSlice, 'file' | 'width' | 'height'>,
  words: Words,
): MarkedVersion | undefined {
  if (width === null || height === null) return undefined;
  const now = current.findings.filter(({ found }) => found);
  const outlines = now.flatMap(({ id, slices }) => {
    const outline = slices.find((mark) => mark.file === file && mark.outline)?.outline;
    return outline === undefined ? [] : [[id, outline] as const];
  });
  return {
    machine: machine.findings
      .filter(({ found }) => found)
      .flatMap((each) => marksOn(file, each, { ...words, now })),
    current: now.map(({ id, type }) => bareFinding(paintedType(type, words), id)),
    outlines: Object.fromEntries(outlines),
    kept: Object.fromEntries(now.map(({ id, type }) => [id, classesOf(type, words)])),
    picture: { width, height },
    coding: words.coding,
  };
}

type Mark = StoredExamFinding['slices'][number];

/** A finding for each of the engine's marks and each class that shows it, as the version calls it. */
function marksOn(
  file: string,
  { id, type, slices }: StoredExamFinding,
  words: Words & { readonly now: readonly StoredExamFinding[] },
): AnyFinding[] {
  return slices
    .filter((mark) => mark.file === file)
    .flatMap((mark) =>
      classesOf(type, words).map((labelClass) => ({
        ...bareFinding(pictureType(type, words), ownerOf(id, mark, words.now)),
        region: { box: mark.box, centre: null, labelClass },
      })),
    );
}

/** The finding that has the mark now: itself, or what it was merged into or parted to; rejected, none. */
function ownerOf(id: string, { file, box }: Mark, now: readonly StoredExamFinding[]): string {
  const owners = now.filter((each) => isMadeOf(each, id));
  const has = ({ slices }: StoredExamFinding, isIt: (mark: Mark) => boolean) =>
    slices.some((mark) => mark.file === file && isIt(mark));
  const owner =
    owners.find((each) => has(each, (mark) => mark.outline === undefined && isSameBox(mark.box, box))) ??
    owners.find((each) => has(each, ({ outline }) => outline !== undefined));
  return owner?.id ?? (owners.length === 0 ? id : `${id} of a part`);
}

/** What single pictures call it: a mass of the lung is a nodule there. */
function pictureType(type: string, { types }: Words): string {
  return types[type]?.lesion ?? type;
}

/** What an outline is painted as where the machine marked none of the classes that show the type. */
function paintedType(type: string, words: Words): string {
  return words.types[type]?.shownAs?.[0] ?? pictureType(type, words);
}

function classesOf(type: string, { coding, types }: Words): number[] {
  const names = types[type]?.shownAs ?? [pictureType(type, { coding, types })];
  return names.flatMap((name) => classOfType(name, coding) ?? []);
}
