import { PasswordInput } from '@mantine/core';
import { CodeField } from './CodeField.tsx';
import { SecondFactorSecret } from './SecondFactorSecret.tsx';
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
      {step === 'setup' && <SecondFactorSecret identifier={identifier} password={password} />}
      <CodeField
        value={input.code}
        isBusy={isBusy}
        takesRecoveryCode={step === 'code'}
        onChange={(code) => onChange({ ...input, code })}
      />
    </>
  );
}
