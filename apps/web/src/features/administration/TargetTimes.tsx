import { NumberInput } from '@mantine/core';
import { defaultSettings, type SettingsReply, type TargetMinutes } from '@second-read/contract/settings';
import { type FormEvent, useState } from 'react';
import { useDryRun } from '../../api/organization/settings.ts';
import { Effects } from '../../ui/Effects.tsx';
import classes from './Administration.module.css';
import { SaveActions } from './SaveActions.tsx';
import { useChangeSettings } from './use-change-settings.ts';

const levels = [
  ['urgent', 'Urgent'],
  ['finding', 'With a finding'],
  ['open', 'Not judged'],
  ['none', 'Nothing found'],
] as const satisfies readonly (readonly [keyof TargetMinutes, string])[];

const minutesPerHour = 60;
/** What the server takes: whole minutes, up to 30 days. */
const [leastHours, mostHours] = [1 / minutesPerHour, 720];

/** How long a report may wait for its signature, by urgency: what waits longer is overdue. */
export function TargetTimes({ settings }: { settings: SettingsReply }) {
  const stored = settings.settings.target_minutes ?? defaultSettings.target_minutes;
  const [typed, setTyped] = useState<Partial<TargetMinutes>>({});
  const { change, isPending, problem, isSuccess, reset } = useChangeSettings(settings);
  const minutes = { ...stored, ...typed };
  const isChanged = levels.some(([level]) => minutes[level] !== stored[level]);
  const effects = useDryRun(isChanged ? { target_minutes: minutes } : null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change({ settings: { target_minutes: minutes } }, { onSuccess: () => setTyped({}) });
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <p className={classes.quiet}>
        Hours from the report to its signature. Reports that wait longer are marked overdue on the worklist.
        What is hidden until an opinion is given counts as not judged: its own time would tell its urgency.
      </p>
      {levels.map(([level, label]) => (
        <NumberInput
          key={level}
          label={label}
          suffix=" h"
          min={leastHours}
          max={mostHours}
          step={1}
          decimalScale={2}
          required
          disabled={isPending}
          value={Number((minutes[level] / minutesPerHour).toFixed(2))}
          onChange={(hours) => {
            reset();
            if (typeof hours === 'number')
              setTyped({ ...typed, [level]: Math.round(hours * minutesPerHour) });
          }}
        />
      ))}
      <Effects of={effects} />
      <SaveActions
        isChanged={isChanged}
        canSave={isChanged}
        isSaving={isPending}
        isSaved={isSuccess}
        problem={problem}
        onCancel={() => setTyped({})}
      />
    </form>
  );
}
