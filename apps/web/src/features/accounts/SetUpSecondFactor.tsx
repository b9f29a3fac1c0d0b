import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { confirmSecondFactor } from '../../api/account/accounts.ts';
import { CodeField } from './CodeField.tsx';
import { FactorForm, type FactorFormProps } from './FactorForm.tsx';
import { PasswordField } from './PasswordField.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SecondFactorSecret } from './SecondFactorSecret.tsx';

/** First the password, then a secret and its first code, last the recovery codes. */
export function SetUpSecondFactor({ username, onChanged, onDone, onCancel }: FactorFormProps) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isChecked, setChecked] = useState(false);
  const {
    mutate,
    isPending,
    error,
    data: codes,
  } = useMutation({
    mutationFn: () => confirmSecondFactor(password, code),
    onSuccess: onChanged,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChecked) mutate();
    else setChecked(true);
  };
  if (codes) return <RecoveryCodes codes={codes} onKept={onDone} />;
  return (
    <FactorForm onSubmit={submit} error={error}>
      {isChecked ? (
        <>
          <SecondFactorSecret identifier={username} password={password} />
          <CodeField value={code} isBusy={isPending} onChange={setCode} />
        </>
      ) : (
        <PasswordField label="Password" value={password} isBusy={isPending} onChange={setPassword} />
      )}
      <Button type="submit" loading={isPending}>
        {isChecked ? 'Turn on' : 'Continue'}
      </Button>
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
    </FactorForm>
  );
}
