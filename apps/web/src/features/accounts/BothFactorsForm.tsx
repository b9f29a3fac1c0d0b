import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { CodeField } from './CodeField.tsx';
import { FactorForm } from './FactorForm.tsx';
import { PasswordField } from './PasswordField.tsx';

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
      <PasswordField label="Password" value={password} isBusy={isPending} onChange={setPassword} />
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
