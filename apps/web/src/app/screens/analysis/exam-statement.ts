import { moduleOf } from '@second-read/analyses/catalogue';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import type { ExamStatement } from '@second-read/core/exam/report/exam-statement';
import { choiceReasons } from '@second-read/core/exam/stack/series-choice';
import type { SeriesState } from '../../../features/series/use-series.ts';

/**
 * What the files say of an exam before identity is removed from them: which of several series is sent, how
 * it was made, and whether contrast medium was given.
 */
export function examStatement(
  { id }: ModuleManifest,
  state: SeriesState,
  rereads: string | undefined,
): ExamStatement | undefined {
  if (moduleOf(id).exam?.noun !== 'slice' || state.status !== 'open') return undefined;
  const { all, preferred } = state.files;
  const read = all[state.chosen];
  if (!read) return undefined;
  const others = all.filter((each) => each !== read && each.isAxialCt).map(({ outline }) => outline);
  return {
    series: {
      read: read.outline,
      others: others.slice(0, 200),
      by: state.chosen === preferred ? 'program' : 'user',
    },
    contrast: read.hasContrast,
    ...(rereads !== undefined && { rereads }),
  };
}

/** Why one of several series is suggested. */
export function whySuggested({ id }: ModuleManifest): string {
  const prefers = moduleOf(id).exam?.prefers;
  return prefers ? choiceReasons[prefers] : 'the largest';
}
