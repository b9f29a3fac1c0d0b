import { manifestOf } from '@second-read/analyses/manifests';
import type { WorklistItem } from '@second-read/contract/worklist';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { reportQuery } from '../../api/reports/queries.ts';
import { amendReport, releaseReview, startReview } from '../../api/reports/reviews.ts';
import { visibleText } from '../../ui/format/visible-text.ts';

/** Begins the review, of an amendment that was left the amendment. */
export function claim({ report_id, version }: Pick<WorklistItem, 'report_id' | 'version'>) {
  return version > 1 ? amendReport(report_id) : startReview(report_id);
}

/** Claims a report, or gives back one that the user holds; says what came of it. */
export function useHold() {
  const client = useQueryClient();
  const hold = useMutation({
    mutationFn: async (item: WorklistItem) => {
      const patient = visibleText(item.patient_id);
      if (item.mine) await releaseReview(item.report_id);
      else {
        await claim(item);
        // Whoever holds a report opens it next.
        void client.prefetchQuery(reportQuery(manifestOf(item.module), item.report_id));
      }
      return item.mine ? `${patient} was given back.` : `You hold ${patient}. Press c to give it back.`;
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['worklist'] }),
  });
  return {
    said: hold.error?.message ?? hold.data ?? '',
    isFailed: hold.isError,
    toggle: (item: WorklistItem) => {
      if (!hold.isPending) hold.mutate(item);
    },
  };
}
