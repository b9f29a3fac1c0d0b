import { Button, PasswordInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { removeSecondFactor } from '../../api/accounts.ts';
import { CodeField } from './CodeField.tsx';
import { FactorForm, type FactorFormProps } from './FactorForm.tsx';

/** Takes both factors once more. */
export function RemoveSecondFactor({ username, onDone, onCancel }: FactorFormProps) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => removeSecondFactor(username, password, code),
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
      <CodeField value={code} isBusy={isPending} onChange={setCode} />
      <Button type="submit" color="red" loading={isPending}>
        Remove
      </Button>
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
    </FactorForm>
  );
}
