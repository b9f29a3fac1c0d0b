import { numberOf } from '@second-read/core/exam/facts';
import type { StoredExam, StoredExamFinding } from '@second-read/core/exam/stored-exam';
import { shareText } from '@second-read/core/report/percent';
import { inLung } from './lesion-name.ts';
import { opacityFrom } from './operating-point.ts';

/** "Opacities in both lungs (1.4 % of the right, 0.8 % of the left)." */
export function opacitiesInBrief(exam: Pick<StoredExam, 'findings'>): string[] {
  return opacitiesIn(exam).map((finding) => {
    const { side } = finding;
    const shares = sharesOf(finding);
    const lungs = shares && side ? partsOf(side, shares) : '';
    return `${placeWords(side)}${lungs}.`;
  });
}

/**
 * "Opacities in both lungs: 1.4 % of the right and 0.8 % of the left lung, together 1.1 % of both lungs
 * (ground-glass 0.9 %, consolidation 0.2 %)."
 */
export function opacitySentences(exam: Pick<StoredExam, 'findings'>): string[] {
  const opacities = opacitiesIn(exam);
  if (opacities.length === 0) return ['No ground-glass opacity or consolidation identified.'];
  return opacities.map((finding) => {
    const place = placeWords(finding.side);
    const shares = sharesOf(finding);
    if (!shares) return `${place}.`;
    const { right, left, glass, solid } = shares;
    const kinds = `(ground-glass ${shareText(glass)}, consolidation ${shareText(solid)})`;
    const each = `${shareText(right)} of the right and ${shareText(left)} of the left lung`;
    return `${place}: ${each}, together ${shareText(glass + solid)} of both lungs ${kinds}.`;
  });
}

function opacitiesIn({ findings }: Pick<StoredExam, 'findings'>): StoredExamFinding[] {
  return findings.filter(({ type, found }) => type === 'opacity' && found);
}

function placeWords(side: StoredExamFinding['side']): string {
  return `Opacities${side === null ? ', side not determined' : ` ${inLung(side)}`}`;
}

/**
 * By volume: opacities of each lung in that lung, of each kind in both lungs. Null where they do not fit the
 * side, which a reader may have stated otherwise.
 */
function sharesOf({ side, facts }: StoredExamFinding) {
  const [right, left] = [numberOf(facts, 'rightShare'), numberOf(facts, 'leftShare')];
  if (right === null || left === null || side !== opacitySide(left, right)) return null;
  const [glass, solid] = [numberOf(facts, 'groundGlassShare'), numberOf(facts, 'consolidationShare')];
  return { right, left, glass: glass ?? 0, solid: solid ?? 0 };
}

function partsOf(side: 'left' | 'right' | 'both', { right, left }: { right: number; left: number }): string {
  if (side === 'both') return ` (${shareText(right)} of the right, ${shareText(left)} of the left)`;
  return ` (${shareText(side === 'right' ? right : left)} of it)`;
}

/** The lungs that opacities cover; null of none. */
export function opacitySide(left: number, right: number): 'left' | 'right' | 'both' | null {
  if (left >= opacityFrom) return right >= opacityFrom ? 'both' : 'left';
  return right >= opacityFrom ? 'right' : null;
}
