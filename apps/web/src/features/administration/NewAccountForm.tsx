import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { OneTimePasswordReply } from '@second-read/contract/administration';
import { type Role, roleNames, roles } from '@second-read/core/roles/rights';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { createAccount } from '../../api/organization/administration.ts';
import classes from './Administration.module.css';

const empty = { username: '', email: '', full_name: '', role: 'reader' as Role };
const choices = roles.map((role) => ({ value: role, label: roleNames[role] }));

/** The way to a new account. What was typed stays until it was made. */
export function NewAccountForm({ onCreated }: { onCreated: (reply: OneTimePasswordReply) => void }) {
  const [isOpen, setOpen] = useState(false);
  const [fields, setFields] = useState(empty);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => createAccount(fields),
    onSuccess: (reply) => {
      setFields(empty);
      setOpen(false);
      onCreated(reply);
    },
  });
  if (!isOpen) return <Button onClick={() => setOpen(true)}>Create account</Button>;
  const text = (name: 'username' | 'email' | 'full_name') => ({
    required: true,
    disabled: isPending,
    value: fields[name],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      reset();
      setFields({ ...fields, [name]: currentTarget.value });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  return (
    <form className={classes.form} onSubmit={submit} aria-label="New account">
      <TextInput label="Name" autoComplete="off" maxLength={200} data-autofocus {...text('full_name')} />
      <TextInput
        label="Username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        {...text('username')}
      />
      <TextInput label="E-mail" type="email" autoComplete="off" maxLength={320} {...text('email')} />
      <NativeSelect
        label="Role"
        data={choices}
        value={fields.role}
        disabled={isPending}
        onChange={({ currentTarget }) =>
          setFields({ ...fields, role: roles.find((each) => each === currentTarget.value) ?? 'reader' })
        }
      />
      {error && (
        <p role="alert" className={classes.problem}>
          {error.message}
        </p>
      )}
      <div className={classes.actions}>
        <Button type="submit" loading={isPending}>
          Create account
        </Button>
        <Button variant="default" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
