import { CodeField } from './CodeField.tsx';
import { PasswordField } from './PasswordField.tsx';
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
      <PasswordField
        label="New Password"
        description="At least 12 characters. It replaces the one-time password."
        name="new-password"
        minLength={12}
        isNew
        isBusy={isBusy}
        value={input.newPassword}
        onChange={(newPassword) => onChange({ ...input, newPassword })}
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
