import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { settingsQuery } from '../../api/organization/settings.ts';
import { Panel } from '../../ui/Panel.tsx';
import { StatusLine } from '../../ui/page/StatusLine.tsx';
import { AccountList } from './AccountList.tsx';
import { ModuleSwitches } from './ModuleSwitches.tsx';
import { OrganizationName } from './OrganizationName.tsx';
import { RetentionForm } from './RetentionForm.tsx';
import { RoleTable } from './RoleTable.tsx';
import { TargetTimes } from './TargetTimes.tsx';

interface AdministrationProps extends SettingsPanelsProps {
  ownId: string | undefined;
}

interface SettingsPanelsProps {
  /** What stands above printed reports, and the way to change it. */
  letterhead: ReactNode;
  /** Of which results people are told. */
  alarms: ReactNode;
  /** What is read before the result is shown, and by two readers. */
  reading: ReactNode;
}

/** What an administrator looks after: accounts, roles, the organization, its modules, alarms and reading. */
export function Administration({ ownId, ...panels }: AdministrationProps) {
  return (
    <>
      <Panel title="Accounts">
        <AccountList ownId={ownId} />
      </Panel>
      <Panel title="Roles">
        <RoleTable />
      </Panel>
      <SettingsPanels {...panels} />
    </>
  );
}

function SettingsPanels({ letterhead, alarms, reading }: SettingsPanelsProps) {
  const { data, isPending, isFetching, error, refetch } = useQuery(settingsQuery);
  if (isPending) return <Skeleton height={160} radius={6} aria-label="Loading the settings" />;
  if (!data) {
    return (
      <StatusLine onRetry={() => void refetch()} isBusy={isFetching}>
        The settings could not be loaded. {error?.message}
      </StatusLine>
    );
  }
  return (
    <>
      <Panel title="Organization">
        <OrganizationName settings={data} />
      </Panel>
      <Panel title="Letterhead">{letterhead}</Panel>
      <Panel title="Modules">
        <ModuleSwitches settings={data} />
      </Panel>
      <Panel title="Target times of the worklist">
        <TargetTimes settings={data} />
      </Panel>
      <Panel title="Retention">
        <RetentionForm settings={data} />
      </Panel>
      <Panel title="Alarms">{alarms}</Panel>
      <Panel title="Reading first and by two readers">{reading}</Panel>
    </>
  );
}
