import { Checkbox, NumberInput } from '@mantine/core';
import { leastRetentionDays, type SettingsReply } from '@second-read/contract/settings';
import { type FormEvent, useState } from 'react';
import { useDryRun } from '../../api/organization/settings.ts';
import { Effects } from '../../ui/Effects.tsx';
import classes from './Administration.module.css';
import { SaveActions } from './SaveActions.tsx';
import { useChangeSettings } from './use-change-settings.ts';

/** Offered first: what many rules ask for adults at least. */
const usualDays = 3_650;

/** How long reports and images are kept; erasing is asked for twice. */
export function RetentionForm({ settings }: { settings: SettingsReply }) {
  const stored = settings.settings.retention_days ?? null;
  const [typed, setTyped] = useState<number | null | undefined>();
  const [isSure, setSure] = useState(false);
  const { change, isPending, problem, isSuccess, reset } = useChangeSettings(settings);
  const days = typed === undefined ? stored : typed;
  const isChanged = days !== stored;
  const effects = useDryRun(isChanged ? { retention_days: days } : null);
  const isShorter = days !== null && (stored === null || days < stored);
  const edit = (next: number | null | undefined) => {
    reset();
    setSure(false);
    setTyped(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change({ settings: { retention_days: days } }, { onSuccess: () => edit(undefined) });
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <p className={classes.quiet}>
        Reports and images that are older are erased for good, once a day. The audit trail stays and names
        each; backups are not changed.
      </p>
      <Checkbox
        label="Erase old reports and images"
        checked={days !== null}
        disabled={isPending}
        onChange={({ currentTarget }) => edit(currentTarget.checked ? (stored ?? usualDays) : null)}
      />
      {days !== null && (
        <NumberInput
          label="Days that reports are kept"
          min={leastRetentionDays}
          max={36_500}
          allowDecimal={false}
          required
          disabled={isPending}
          value={days}
          onChange={(next) => typeof next === 'number' && edit(next)}
        />
      )}
      {isShorter && (
        <Checkbox
          label={`Yes, erase every report older than ${days} days`}
          checked={isSure}
          onChange={({ currentTarget }) => setSure(currentTarget.checked)}
        />
      )}
      <Effects of={effects} />
      <SaveActions
        isChanged={isChanged}
        canSave={isChanged && (!isShorter || isSure)}
        isSaving={isPending}
        isSaved={isSuccess}
        problem={problem}
        onCancel={() => edit(undefined)}
      />
    </form>
  );
}
