import { numberOf, textOf } from '@second-read/core/exam/facts';
import type { ExamFinding } from '@second-read/core/exam/report/exam-report';

export interface SizedNodule {
  readonly type: string;
  /** Texture. */
  readonly kind: string | null;
  readonly diameterMm: number | null;
  readonly solidMm: number | null;
}

/** Thicker slices do not measure nodules well enough (ACR Lung-RADS v2022, technical requirements). */
export const maxThicknessMm = 2.5;
/** The least suspicious first. A baseline exam gives no 4X. */
export const rows = ['1', '2', '3', '4A', '4B', '4X'] as const;
export type Row = (typeof rows)[number];

/**
 * The row of ACR Lung-RADS v2022 for one nodule of a baseline exam, by its mean diameter to 0.1 mm; of a
 * part-solid one from 6 mm by that of its solid part. Null where it is not determined: size, texture or solid
 * part unknown.
 */
export function baselineRow({ kind, diameterMm, solidMm }: Omit<SizedNodule, 'type'>): Row | null {
  if (diameterMm === null) return null;
  const mm = toTenth(diameterMm);
  if (kind === 'ground-glass') return mm < 30 ? '2' : '3';
  if (kind === 'part-solid') return mm < 6 ? '2' : solidMm === null ? null : solidRow(toTenth(solidMm));
  if (kind !== 'solid') return null;
  if (mm < 6) return '2';
  if (mm < 8) return '3';
  return mm < 15 ? '4A' : '4B';
}

function solidRow(mm: number): Row {
  if (mm < 6) return '3';
  return mm < 8 ? '4A' : '4B';
}

export function toTenth(mm: number): number {
  return Math.round(10 * mm) / 10;
}

/** What the rules take of a finding. */
export function sized({
  type,
  facts,
  diameterMm,
}: Pick<ExamFinding, 'type' | 'diameterMm' | 'facts'>): SizedNodule {
  return { type, kind: textOf(facts, 'density'), diameterMm, solidMm: numberOf(facts, 'solidMm') };
}
