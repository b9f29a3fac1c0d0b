import { Anchor, PasswordInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { setUpSecondFactor } from '../../api/accounts.ts';
import type { NextStep } from './use-sign-in.ts';

export interface StepInput {
  readonly code: string;
  readonly newPassword: string;
}

interface SignInStepProps {
  step: NextStep;
  identifier: string;
  password: string;
  input: StepInput;
  isBusy: boolean;
  onChange: (input: StepInput) => void;
}

/** What the server asked for besides name and password. */
export function SignInStep({ step, identifier, password, input, isBusy, onChange }: SignInStepProps) {
  if (step === 'password') {
    return (
      <PasswordInput
        label="New Password"
        description="At least 12 characters. It replaces the one-time password."
        name="new-password"
        autoComplete="new-password"
        minLength={12}
        required
        disabled={isBusy}
        value={input.newPassword}
        onChange={(event) => onChange({ ...input, newPassword: event.currentTarget.value })}
        visibilityToggleButtonProps={{ 'aria-label': 'Show new password', tabIndex: 0 }}
      />
    );
  }
  return (
    <>
      {step === 'setup' && <Secret identifier={identifier} password={password} />}
      <TextInput
        label="Authenticator Code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        disabled={isBusy}
        value={input.code}
        onChange={(event) => onChange({ ...input, code: event.currentTarget.value })}
      />
    </>
  );
}

function Secret({ identifier, password }: { identifier: string; password: string }) {
  const setup = useQuery({
    queryKey: ['second factor', identifier],
    queryFn: () => setUpSecondFactor(identifier, password),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  if (!setup.data) return <p>{setup.isError ? setup.error.message : 'Preparing a secret…'}</p>;
  return (
    <p>
      Type this secret into your authenticator app, or <Anchor href={setup.data.uri}>open it there</Anchor>,
      then enter the code that it shows: <code>{setup.data.secret.match(/.{1,4}/g)?.join(' ')}</code>
    </p>
  );
}
