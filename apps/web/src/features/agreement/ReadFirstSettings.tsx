import { Checkbox } from '@mantine/core';
import { manifests } from '@second-read/analyses/manifests';
import type { ChangedSettings } from '@second-read/contract/settings';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { changeSettings, settingsQuery } from '../../api/organization/settings.ts';
import { Choice } from '../../ui/Choice.tsx';
import { StatusLine } from '../../ui/page/StatusLine.tsx';
import classes from './Agreement.module.css';

const modeWords = {
  off: 'Off: the result is shown at once',
  optional: 'Optional: each reader chooses',
  always: 'Always: an opinion comes first',
} as const;

/** How the organization reads each module; administrators change it, everybody sees it. */
export function ReadFirstSettings({ canChange }: { canChange: boolean }) {
  const client = useQueryClient();
  const query = useQuery(settingsQuery);
  const change = useMutation({
    mutationFn: (settings: ChangedSettings) => changeSettings(settings, query.data?.etag ?? ''),
    onSettled: () => client.invalidateQueries(),
  });
  if (query.isError) {
    return (
      <StatusLine onRetry={() => void query.refetch()} isBusy={query.isFetching}>
        The settings could not be loaded.
      </StatusLine>
    );
  }
  if (!query.data) return <p className={classes.quiet}>Loading the settings…</p>;
  const { read_first: modes = {}, double_reading: twice = {} } = query.data.settings;
  return (
    <>
      {!canChange && <p className={classes.quiet}>Administrators change these.</p>}
      {change.error && <p role="alert">{change.error.message}</p>}
      <div className={classes.modes}>
        {manifests.map(({ id, historyLabel }) => (
          <div key={id}>
            <Choice
              label={`Read first: ${historyLabel}`}
              words={modeWords}
              value={modes[id] ?? 'off'}
              isDisabled={!canChange || change.isPending}
              onChange={(mode) => change.mutate({ read_first: { ...modes, [id]: mode } })}
            />
            <Checkbox
              mt={8}
              label={`${historyLabel}: two readers, without sight of each other`}
              checked={twice[id] === true}
              disabled={!canChange || change.isPending}
              onChange={(event) =>
                change.mutate({ double_reading: { ...twice, [id]: event.currentTarget.checked } })
              }
            />
          </div>
        ))}
      </div>
    </>
  );
}
