import { isSameBox } from '../../pixels/plane.ts';
import type { Mark } from '../../reading/mark.ts';
import type { StoredExamFinding } from '../stored-exam.ts';

/** Scores are rounded where a finding carries them. */
const sameScore = 1e-3;

/**
 * The outlines of a finding among what the engine outlined on one slice: the marks with its boxes. None of a
 * finding that names whole slices.
 */
export function outlinesOn(file: string, finding: StoredExamFinding, marks: readonly Mark[]): Mark[] {
  const own = finding.slices.filter((shown) => shown.file === file);
  return own.flatMap(({ box, score }) => {
    const same = marks.filter((mark) => isSameBox(mark.box, box) && Math.abs(mark.score - score) < sameScore);
    return same.slice(0, 1);
  });
}
