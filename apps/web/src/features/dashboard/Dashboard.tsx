import { manifests } from '@second-read/analyses/manifests';
import { useModulesOff } from '../../api/organization/settings.ts';
import { StatusLine } from '../../ui/page/StatusLine.tsx';
import classes from './Dashboard.module.css';
import { ModuleCard } from './ModuleCard.tsx';
import { useTrials } from './use-trials.ts';

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
