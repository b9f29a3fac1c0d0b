import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { Factors } from '../../api/account/accounts.ts';
import { ApiError } from '../../api/calls/errors.ts';
import { CodeField } from './CodeField.tsx';
import { FactorForm } from './FactorForm.tsx';
import { PasswordField } from './PasswordField.tsx';

interface OwnerFormProps {
  send: (factors: Factors) => Promise<void>;
  onDone: () => void;
  onCancel: () => void;
  action?: string;
  /** What is changed. */
  children: ReactNode;
}

/** A change to one's own account: takes the password once more, and a code where the server asks for one. */
export function OwnerForm({ send, onDone, onCancel, action = 'Save', children }: OwnerFormProps) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [wantsCode, setWantsCode] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => send({ password, ...(wantsCode && { code }) }),
    onSuccess: onDone,
    onError: (failure) => {
      if (failure instanceof ApiError && failure.code === 'code_required') setWantsCode(true);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  return (
    <FactorForm onSubmit={submit} error={error}>
      {children}
      <PasswordField label="Current password" value={password} isBusy={isPending} onChange={setPassword} />
      {wantsCode && <CodeField value={code} isBusy={isPending} onChange={setCode} takesRecoveryCode />}
      <Button type="submit" loading={isPending}>
        {action}
      </Button>
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
    </FactorForm>
  );
}
