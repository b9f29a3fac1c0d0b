import { numberOf, textOf } from '@second-read/core/exam/facts';
import type { ExamFinding } from '@second-read/core/exam/report/exam-report';
import { isMass } from './lesion-name.ts';
import { baselineRow, rows } from './lung-rads-rows.ts';

type Ranked = Pick<ExamFinding, 'diameterMm' | 'facts' | 'probability' | 'type'>;

/** Masses first, then by danger, the row of Lung-RADS; then by size and by score. */
export function byImportance(a: Ranked, b: Ranked): number {
  const [one, other] = [ranksOf(a), ranksOf(b)];
  const at = one.findIndex((rank, n) => rank !== other[n]);
  return at < 0 ? 0 : (other[at] ?? 0) - (one[at] ?? 0);
}

function ranksOf({ diameterMm, facts, probability, type }: Ranked): readonly number[] {
  const [kind, solidMm] = [textOf(facts, 'density'), numberOf(facts, 'solidMm')];
  const row = baselineRow({ kind, diameterMm, solidMm });
  const size = diameterMm ?? numberOf(facts, 'diameterPx') ?? 0;
  return [isMass({ type }) ? 1 : 0, row === null ? -1 : rows.indexOf(row), size, probability ?? 1];
}
