import { manifestOf } from '@second-read/analyses/manifests';
import type { WorklistItem } from '@second-read/contract/worklist';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { reportQuery, reviewQuery } from '../../api/reports/queries.ts';
import { amendReport, releaseReview, startReview } from '../../api/reports/reviews.ts';
import { visibleText } from '../../ui/format/visible-text.ts';

/** Begins the review, of an amendment that was left the amendment. */
function claim({ report_id, version }: Pick<WorklistItem, 'report_id' | 'version'>) {
  return version > 1 ? amendReport(report_id) : startReview(report_id);
}

/** Claims a report, or gives back one that the user holds; says what came of it as long as it is so. */
export function useHold(items: readonly WorklistItem[]) {
  const client = useQueryClient();
  const hold = useMutation({
    mutationFn: async (item: WorklistItem) => {
      const patient = visibleText(item.patient_id);
      if (item.mine) {
        await releaseReview(item.report_id);
        void client.invalidateQueries({ queryKey: reviewQuery(item.report_id).queryKey });
      } else {
        client.setQueryData(reviewQuery(item.report_id).queryKey, await claim(item));
        // Whoever holds a report opens it next.
        void client.prefetchQuery(reportQuery(manifestOf(item.module), item.report_id));
      }
      if (item.mine) return { said: `${patient} was given back.` };
      return { said: `You hold ${patient}. Press c to give it back.`, held: item.report_id };
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['worklist'] }),
  });
  const { said = '', held } = hold.data ?? {};
  const isSo = held === undefined || items.some(({ report_id, mine }) => report_id === held && mine);
  return {
    said: hold.error?.message ?? (isSo ? said : ''),
    isFailed: hold.isError,
    toggle: (item: WorklistItem) => {
      if (!hold.isPending) hold.mutate(item);
    },
  };
}
