import type { Candidate } from '../reading/candidate.ts';
import type { AnyFinding } from '../reading/reading.ts';

interface NamedMark extends Candidate {
  readonly isNamed: boolean;
}

interface Picture {
  readonly width: number;
  readonly height: number;
}

/**
 * Places that an engine thought of, the likeliest first, with which of them its report names: a finding of
 * the type lies there. `own`: how many are shown down to the last that is named.
 */
export function marksOf(
  candidates: readonly Candidate[],
  findings: readonly AnyFinding[],
  picture: Picture,
): { marks: NamedMark[]; own: number } {
  const found = findings.filter(({ state }) => state === 'found');
  const marks = candidates
    .toSorted((a, b) => b.score - a.score)
    .map((candidate) => ({ ...candidate, isNamed: found.some((each) => liesIn(each, candidate, picture)) }));
  return { marks, own: marks.findLastIndex(({ isNamed }) => isNamed) + 1 };
}

/** The center of the finding lies in the candidate's box. */
function liesIn({ type, region }: AnyFinding, { x, y, width, height, ...one }: Candidate, picture: Picture) {
  const center = centerOf(region, picture);
  if (type !== one.type || center === null) return false;
  return center.x >= x && center.x <= x + width && center.y >= y && center.y <= y + height;
}

function centerOf(region: AnyFinding['region'], { width, height }: Picture) {
  const { box, centre } = region ?? {};
  if (box) return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  return centre ? { x: (centre.x / 100) * width, y: (centre.y / 100) * height } : null;
}

/** Whether more or fewer can be shown: where all have one score there is no order among them. */
export function hasOrder(marks: readonly Pick<Candidate, 'score'>[]): boolean {
  return new Set(marks.map(({ score }) => score)).size > 1;
}
