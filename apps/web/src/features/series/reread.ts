import type { AnalysisId } from '@second-read/core/analysis/manifest';
import type { SeriesOutline } from '@second-read/core/exam/stack/series-choice';
import { getSession } from '../../api/account/session.ts';
import type { ReadFiles } from './read-series.ts';

/** Another series of an exam that was read before. */
export interface Reread {
  readonly module: AnalysisId;
  readonly reportId: string;
  readonly patientId: string;
  readonly isGenerated: boolean;
  readonly series: SeriesOutline;
}

/** Files that this tab opened last: handles to what lies on disk, no pictures. */
interface Kept {
  readonly owner: string | undefined;
  readonly module: AnalysisId;
  readonly files: ReadFiles;
  readonly name: string;
}

let kept: Kept | null = null;
let wanted: Reread | null = null;

/** Keeps files of several series, so that another of them can be read once the report is there. */
export function keepSeries(files: Omit<Kept, 'owner'>): void {
  kept = { ...files, owner: getSession().user?.id };
}

/** The files that this tab still has of a module; null where it has none, or another user opened them. */
export function keptSeries(module: AnalysisId): Kept | null {
  return kept?.module === module && kept.owner === getSession().user?.id ? kept : null;
}

/** Asks the module's screen to read another series; it takes the order once. */
export function orderReread(order: Reread): void {
  wanted = order;
}

export function takeReread(module: AnalysisId): Reread | null {
  const taken = wanted?.module === module ? wanted : null;
  wanted = null;
  return taken;
}
