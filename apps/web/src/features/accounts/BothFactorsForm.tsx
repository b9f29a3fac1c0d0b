import { Button, PasswordInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { CodeField } from './CodeField.tsx';
import { FactorForm } from './FactorForm.tsx';

interface BothFactorsFormProps<T> {
  /** What the button says. */
  action: string;
  color?: string;
  send: (password: string, code: string) => Promise<T>;
  onDone: (result: T) => void;
  onCancel: () => void;
}

/** Takes both factors once more, for what changes them. */
export function BothFactorsForm<T>({ action, color, send, onDone, onCancel }: BothFactorsFormProps<T>) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => send(password, code),
    onSuccess: onDone,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  return (
    <FactorForm onSubmit={submit} error={error}>
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        required
        disabled={isPending}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
      />
      <CodeField value={code} isBusy={isPending} onChange={setCode} takesRecoveryCode />
      <Button type="submit" loading={isPending} {...(color && { color })}>
        {action}
      </Button>
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
    </FactorForm>
  );
}
