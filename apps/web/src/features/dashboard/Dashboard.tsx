import { manifests } from '@second-read/analyses/manifests';
import type { ServiceType } from '@second-read/core/analysis/manifest';
import { useQuery } from '@tanstack/react-query';
import { useModulesOff } from '../../api/organization/settings.ts';
import { trialCountsQuery } from '../../api/reports/queries.ts';
import { StatusLine } from '../../ui/page/StatusLine.tsx';
import classes from './Dashboard.module.css';
import { ModuleCard } from './ModuleCard.tsx';

/** A card per clinical module. */
export function Dashboard() {
  const whyOff = useModulesOff();
  const { leftOf, error, isFetching, retry } = useTrials();
  return (
    <>
      {error && (
        <StatusLine onRetry={retry} isBusy={isFetching}>
          The remaining trials could not be loaded. {error.message}
        </StatusLine>
      )}
      <div className={classes.cards}>
        {manifests.map((manifest) => (
          <ModuleCard
            key={manifest.id}
            manifest={manifest}
            trialsLeft={leftOf(manifest.serviceType)}
            whyOff={whyOff(manifest.id)}
          />
        ))}
      </div>
    </>
  );
}

/** Remaining analyses by service: null until known, zero when the server could not say. */
function useTrials() {
  const { data, error, isFetching, refetch } = useQuery(trialCountsQuery);
  const leftOf = (service: ServiceType): number | null => {
    if (error) return 0;
    if (!data) return null;
    return data.find((entry) => entry.service_type === service)?.trial_count ?? 0;
  };
  return { leftOf, error, isFetching, retry: () => void refetch() };
}
