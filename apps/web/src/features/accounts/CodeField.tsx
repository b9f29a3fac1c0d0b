import { TextInput } from '@mantine/core';

interface CodeFieldProps {
  value: string;
  isBusy: boolean;
  /** Whether a recovery code does as well: not for the first code of an app. */
  takesRecoveryCode?: boolean;
  onChange: (code: string) => void;
}

/** The six digits that an authenticator app shows. */
export function CodeField({ value, isBusy, takesRecoveryCode = false, onChange }: CodeFieldProps) {
  return (
    <TextInput
      label="Authenticator Code"
      {...(takesRecoveryCode && { description: 'Six digits, or one of your recovery codes.' })}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      disabled={isBusy}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
