import { TextInput } from '@mantine/core';
import type { SettingsReply } from '@second-read/contract/settings';
import { type FormEvent, useState } from 'react';
import classes from './Administration.module.css';
import { SaveActions } from './SaveActions.tsx';
import { useChangeSettings } from './use-change-settings.ts';

/** The name that stands in reports and lists. */
export function OrganizationName({ settings }: { settings: SettingsReply }) {
  const [typed, setTyped] = useState<string | null>(null);
  const { change, isPending, problem, isSuccess, reset } = useChangeSettings(settings);
  const name = typed ?? settings.name;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change({ name }, { onSuccess: () => setTyped(null) });
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput
        label="Name of the organization"
        description="The command line names the organization by it too."
        required
        maxLength={200}
        value={name}
        disabled={isPending}
        onChange={({ currentTarget }) => {
          reset();
          setTyped(currentTarget.value);
        }}
      />
      <SaveActions
        isChanged={typed !== null}
        canSave={name.trim() !== settings.name && name.trim() !== ''}
        isSaving={isPending}
        isSaved={isSuccess}
        problem={problem}
        onCancel={() => setTyped(null)}
      />
    </form>
  );
}
