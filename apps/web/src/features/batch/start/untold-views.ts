import type { ExamStatement, StatedView } from '@second-read/core/exam/report/exam-statement';
import type { BatchSlice } from '../run/batch-order.ts';
import type { UntoldView } from './StatedViews.tsx';

/** The pictures whose files do not say side and view, with what their names suggest. */
export function untoldViews(slices: readonly Pick<BatchSlice, 'shows'>[]): UntoldView[] {
  return slices.flatMap(({ shows }, at) => {
    if (!shows || (shows.side !== null && shows.isViewTold)) return [];
    const named = viewOfName(shows.name);
    return [
      {
        slice: at + 1,
        name: shows.name,
        side: shows.side ?? named.side,
        view: shows.view ?? (shows.isViewTold ? null : named.view),
        isSideTold: shows.side !== null,
        isViewTold: shows.isViewTold,
      },
    ];
  });
}

/** `R_CC.dcm`, `left-mlo`, `LMLO`: a suggestion that the user sees before it counts. */
export function viewOfName(name: string): Pick<StatedView, 'side' | 'view'> {
  const words = name.replace(/\.[a-z]+$/i, '').toLowerCase();
  const [, short, view] = /(?:^|[^a-z])([rl])?[^a-z]?(cc|mlo)(?:[^a-z]|$)/.exec(words) ?? [];
  const long = /(?:^|[^a-z])(right|left)(?:[^a-z]|$)/.exec(words)?.[1];
  const side = long ?? (short === 'r' ? 'right' : short === 'l' ? 'left' : null);
  return {
    side: side === 'right' || side === 'left' ? side : null,
    view: view === 'cc' ? 'CC' : view === 'mlo' ? 'MLO' : null,
  };
}

/** What is said to the server: of each view only what its file does not say. */
export function withViews(
  statement: ExamStatement | undefined,
  views: readonly UntoldView[],
): ExamStatement | undefined {
  const said = views.flatMap(({ slice, side, view, isSideTold, isViewTold }) => {
    const stated = { slice, side: isSideTold ? null : side, view: isViewTold ? null : view };
    return stated.side === null && stated.view === null ? [] : [stated];
  });
  return said.length === 0 ? statement : { ...statement, views: said };
}
