import { Skeleton } from '@mantine/core';
import { manifests } from '@second-read/analyses/manifests';
import type { SettingsReply } from '@second-read/contract/settings';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { settingsQuery } from '../../api/organization/settings.ts';
import { Panel } from '../../ui/Panel.tsx';
import { PageNav } from '../../ui/page/PageNav.tsx';
import { StatusLine } from '../../ui/page/StatusLine.tsx';
import { AccountList } from './AccountList.tsx';
import classes from './Administration.module.css';
import { ModuleSwitch } from './ModuleSwitch.tsx';
import { OrganizationName } from './OrganizationName.tsx';
import { RetentionForm } from './RetentionForm.tsx';
import { RoleTable } from './RoleTable.tsx';
import { SetAtStart } from './SetAtStart.tsx';
import { TargetTimes } from './TargetTimes.tsx';
import { findSettings, type TopicId, topicOf, topics } from './topics.ts';

interface AdministrationProps {
  /** Of the address. */
  topic: string | undefined;
  addressOf: (topic: string) => string;
  ownId: string | undefined;
  /** What stands above printed reports, and the way to change it. */
  letterhead: ReactNode;
  /** Of which results people are told. */
  alarms: ReactNode;
  /** What is read before the result is shown, and by two readers. */
  reading: ReactNode;
}

/** What an administrator looks after, one topic at a time. */
export function Administration({ topic, addressOf, ...parts }: AdministrationProps) {
  const [search, setSearch] = useState('');
  const current = topicOf(topic).id;
  const found = findSettings(search);
  const isSearch = search.trim() !== '';
  const entries = isSearch
    ? found.map((each) => ({ to: addressOf(each.topic.id), title: each.setting, note: each.topic.title }))
    : topics.map(({ id, title }) => ({ to: addressOf(id), title, isCurrent: id === current }));
  return (
    <PageNav
      {...{ label: 'Topics', searchLabel: 'Search settings', search, onSearch: setSearch, entries }}
      status={isSearch && found.length === 0 && 'No setting has these words.'}
    >
      <TopicPanels id={current} {...parts} />
    </PageNav>
  );
}

type PanelProps = Omit<AdministrationProps, 'topic' | 'addressOf'> & { id: TopicId };

function TopicPanels({ id, ownId, letterhead, alarms, reading }: PanelProps) {
  switch (id) {
    case 'people':
      return (
        <>
          <Panel title="Accounts">
            <AccountList ownId={ownId} />
          </Panel>
          <Panel title="Roles">
            <RoleTable />
          </Panel>
        </>
      );
    case 'organization':
      return (
        <WithSettings>
          {(settings) => (
            <>
              <Panel title="Organization">
                <OrganizationName settings={settings} />
              </Panel>
              <Panel title="Modules">
                <ModuleSwitches settings={settings} />
              </Panel>
            </>
          )}
        </WithSettings>
      );
    case 'reading':
      return (
        <>
          <Panel title="Reading first and by two readers">{reading}</Panel>
          <Panel title="Target times of the worklist">
            <WithSettings>{(settings) => <TargetTimes settings={settings} />}</WithSettings>
          </Panel>
        </>
      );
    case 'alarms':
      return <Panel title="Alarms">{alarms}</Panel>;
    case 'retention':
      return (
        <Panel title="Retention">
          <WithSettings>{(settings) => <RetentionForm settings={settings} />}</WithSettings>
        </Panel>
      );
    case 'letterhead':
      return <Panel title="Letterhead">{letterhead}</Panel>;
    case 'privacy':
    case 'pacs':
      return (
        <WithSettings>{({ set_at_start: values }) => <SetAtStart of={id} values={values} />}</WithSettings>
      );
  }
}

/** Draws what needs the settings once they are here. */
function WithSettings({ children }: { children: (settings: SettingsReply) => ReactNode }) {
  const { data, isPending, isFetching, error, refetch } = useQuery(settingsQuery);
  if (data) return children(data);
  if (isPending) return <Skeleton height={160} radius={6} aria-label="Loading the settings" />;
  return (
    <StatusLine onRetry={() => void refetch()} isBusy={isFetching}>
      The settings could not be loaded. {error?.message}
    </StatusLine>
  );
}

/** Which modules take new work. */
function ModuleSwitches({ settings }: { settings: SettingsReply }) {
  return (
    <ul className={classes.rows}>
      {manifests.map((manifest) => (
        <ModuleSwitch key={manifest.id} manifest={manifest} settings={settings} />
      ))}
    </ul>
  );
}
