import { TextInput } from '@mantine/core';

interface CodeFieldProps {
  value: string;
  isBusy: boolean;
  onChange: (code: string) => void;
}

/** The six digits that an authenticator app shows. */
export function CodeField({ value, isBusy, onChange }: CodeFieldProps) {
  return (
    <TextInput
      label="Authenticator Code"
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
