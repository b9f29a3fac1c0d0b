import { numberOf, textOf } from '@second-read/core/exam/facts';
import type { ExamFinding } from '@second-read/core/exam/report/exam-report';
import { isMass } from './lesion-name.ts';
import { baselineRow, rows } from './lung-rads-rows.ts';

type Ranked = Pick<ExamFinding, 'diameterMm' | 'facts' | 'probability' | 'type' | 'volumeMl'>;

/**
 * Masses first, then by danger, the row of Lung-RADS; then by volume, of a ball where it is not measured: a
 * flat cut through the stomach may be as wide as a tumor; then by score.
 */
export function byImportance(a: Ranked, b: Ranked): number {
  const [one, other] = [ranksOf(a), ranksOf(b)];
  const at = one.findIndex((rank, n) => rank !== other[n]);
  return at < 0 ? 0 : (other[at] ?? 0) - (one[at] ?? 0);
}

function ranksOf({ diameterMm, facts, probability, type, volumeMl }: Ranked): readonly number[] {
  const [kind, solidMm] = [textOf(facts, 'density'), numberOf(facts, 'solidMm')];
  const row = baselineRow({ kind, diameterMm, solidMm });
  const ball = (Math.PI / 6) * ((diameterMm ?? numberOf(facts, 'diameterPx') ?? 0) / 10) ** 3;
  return [
    isMass({ type }) ? 1 : 0,
    row === null ? -1 : rows.indexOf(row),
    volumeMl ?? ball,
    probability ?? 1,
  ];
}
