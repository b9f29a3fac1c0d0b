import { Button, TextInput } from '@mantine/core';
import type { SettingsReply } from '@second-read/contract/settings';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { type FormEvent, useState } from 'react';
import { useDryRun } from '../../api/organization/settings.ts';
import { Effects } from '../../ui/Effects.tsx';
import classes from './Administration.module.css';
import { useChangeSettings } from './use-change-settings.ts';

interface ModuleSwitchProps {
  manifest: ModuleManifest;
  settings: SettingsReply;
}

/** One module: on, or off with the reason that its users are told. */
export function ModuleSwitch({ manifest: { id, title }, settings }: ModuleSwitchProps) {
  const [reason, setReason] = useState<string | null>(null);
  const { change, isPending, problem, reset } = useChangeSettings(settings);
  const { modules_off: all = {} } = settings.settings;
  const off = all[id];
  const { [id]: _own, ...others } = all;
  const turningOff = reason !== null && !off ? { ...others, [id]: { reason: reason.trim() || '…' } } : null;
  const effects = useDryRun(turningOff && { modules_off: turningOff });
  const close = () => {
    reset();
    setReason(null);
  };
  const switchOff = (event: FormEvent) => {
    event.preventDefault();
    const modules_off = { ...others, [id]: { reason: reason ?? '' } };
    change({ settings: { modules_off } }, { onSuccess: close });
  };
  return (
    <li className={classes.row} aria-label={title}>
      <div className={classes.who}>
        <p className={classes.name}>{title}</p>
        <p className={classes.quiet}>{off ? `Switched off: ${off.reason}` : 'On: takes new images'}</p>
        {problem && (
          <p role="alert" className={classes.problem}>
            {problem}
          </p>
        )}
      </div>
      {off ? (
        <Button
          variant="default"
          size="sm"
          loading={isPending}
          aria-label={`Switch on ${title}`}
          onClick={() => change({ settings: { modules_off: others } }, { onSuccess: close })}
        >
          Switch on
        </Button>
      ) : (
        reason === null && (
          <Button
            variant="default"
            size="sm"
            aria-label={`Switch off ${title}`}
            onClick={() => setReason('')}
          >
            Switch off
          </Button>
        )
      )}
      {!off && reason !== null && (
        <form className={classes.reason} onSubmit={switchOff} aria-label={`Switch off ${title}`}>
          <TextInput
            label="Reason"
            description="Shown to everybody who opens the module. Its reports stay readable; what was begun ends."
            required
            maxLength={300}
            disabled={isPending}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <Effects of={effects} />
          <div className={classes.actions}>
            <Button type="submit" loading={isPending} disabled={reason.trim() === ''}>
              Switch off
            </Button>
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
          </div>
        </form>
      )}
    </li>
  );
}
