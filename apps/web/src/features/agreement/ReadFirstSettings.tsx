import { Button, Checkbox } from '@mantine/core';
import { manifests } from '@second-read/analyses/manifests';
import type { ChangedSettings } from '@second-read/contract/settings';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeSettings, settingsQuery, useDryRun } from '../../api/organization/settings.ts';
import { Choice } from '../../ui/Choice.tsx';
import { Effects } from '../../ui/Effects.tsx';
import { StatusLine } from '../../ui/page/StatusLine.tsx';
import classes from './Agreement.module.css';

const modeWords = {
  off: 'Off: the result is shown at once',
  optional: 'Optional: each reader chooses',
  always: 'Always: an opinion comes first',
} as const;

const generatedWords = { refuse: 'Not signed', warn: 'Signed after a warning' } as const;

/** How the organization reads each module; administrators change it, everybody sees it. */
export function ReadFirstSettings({ canChange }: { canChange: boolean }) {
  const client = useQueryClient();
  const query = useQuery(settingsQuery);
  const [draft, setDraft] = useState<ChangedSettings | null>(null);
  const effects = useDryRun(draft);
  const change = useMutation({
    mutationFn: (settings: ChangedSettings) => changeSettings(settings, query.data?.etag ?? ''),
    onSuccess: () => setDraft(null),
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
  const {
    read_first: modes = {},
    double_reading: twice = {},
    sign_generated_ids: generated,
  } = { ...query.data.settings, ...draft };
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
              onChange={(mode) => setDraft({ ...draft, read_first: { ...modes, [id]: mode } })}
            />
            <Checkbox
              mt={8}
              label={`${historyLabel}: two readers, without sight of each other`}
              checked={twice[id] === true}
              disabled={!canChange || change.isPending}
              onChange={(event) =>
                setDraft({ ...draft, double_reading: { ...twice, [id]: event.currentTarget.checked } })
              }
            />
          </div>
        ))}
        <Choice
          label="Reports under a generated patient ID"
          words={generatedWords}
          value={generated ?? 'refuse'}
          isDisabled={!canChange || change.isPending}
          onChange={(mode) => setDraft({ ...draft, sign_generated_ids: mode })}
        />
      </div>
      <Effects of={effects} />
      {draft && (
        <div className={classes.modes}>
          <Button loading={change.isPending} onClick={() => change.mutate(draft)}>
            Save
          </Button>
          <Button variant="default" onClick={() => setDraft(null)}>
            Cancel
          </Button>
        </div>
      )}
    </>
  );
}
