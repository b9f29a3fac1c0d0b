import type { ServiceType } from '@second-read/core/analysis/manifest';
import { useQuery } from '@tanstack/react-query';
import { trialCountsQuery } from '../../api/reports/queries.ts';

/** Remaining analyses by service: null until known, zero when the server could not say. */
export function useTrials() {
  const { data, error, isFetching, refetch } = useQuery(trialCountsQuery);
  const leftOf = (service: ServiceType): number | null => {
    if (error) return 0;
    if (!data) return null;
    return data.find((entry) => entry.service_type === service)?.trial_count ?? 0;
  };
  return { leftOf, error, isFetching, retry: () => void refetch() };
}
