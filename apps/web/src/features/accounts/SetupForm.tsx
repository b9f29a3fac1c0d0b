import { Alert, Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { setUp } from '../../api/account/accounts.ts';
import classes from './LoginForm.module.css';
import { rememberOwnAccount } from './use-sign-in.ts';

const fields = [
  { name: 'organization', label: 'Organization', autoComplete: 'organization' },
  { name: 'full_name', label: 'Your name', autoComplete: 'name' },
  { name: 'email', label: 'E-mail', autoComplete: 'email', type: 'email' },
  { name: 'username', label: 'Username', autoComplete: 'username' },
] as const;

const empty = { organization: '', full_name: '', email: '', username: '', password: '' };

/** The organization and its first administrator; `token` is of the link that the server printed. */
export function SetupForm({ token, onDone }: { token: string; onDone: () => void }) {
  const [values, setValues] = useState(empty);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => setUp({ ...values, token }),
    onSuccess: () => {
      rememberOwnAccount(true);
      onDone();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  const fieldOf = (name: keyof typeof empty) => ({
    name,
    required: true,
    disabled: isPending,
    value: values[name],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      setValues({ ...values, [name]: currentTarget.value }),
  });
  return (
    <form className={classes.form} onSubmit={submit}>
      <h1 className={classes.title}>Set up your organization</h1>
      {error && (
        <Alert color="red" role="alert">
          {error.message}
        </Alert>
      )}
      {fields.map(({ label, ...field }) => (
        <TextInput key={field.name} label={label} spellCheck={false} {...field} {...fieldOf(field.name)} />
      ))}
      <PasswordInput
        label="Password"
        description="At least 12 characters."
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
        {...fieldOf('password')}
      />
      <Button type="submit" fullWidth loading={isPending}>
        Create the administrator
      </Button>
      <p className={classes.notice}>
        This account manages people, roles and settings, and reads and signs reports. The demo stays as it is.
      </p>
    </form>
  );
}
