import { PasswordInput, type PasswordInputProps } from '@mantine/core';

interface PasswordFieldProps extends Pick<PasswordInputProps, 'description' | 'name' | 'minLength'> {
  label: string;
  value: string;
  isBusy: boolean;
  /** Whether it is one to be chosen. */
  isNew?: boolean;
  onChange: (password: string) => void;
}

/** A required password, whose letters can be shown. */
export function PasswordField({ value, isBusy, isNew = false, onChange, ...rest }: PasswordFieldProps) {
  const toggle = isNew ? 'Show new password' : 'Show password';
  return (
    <PasswordInput
      autoComplete={isNew ? 'new-password' : 'current-password'}
      required
      disabled={isBusy}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      visibilityToggleButtonProps={{ 'aria-label': toggle, tabIndex: 0 }}
      {...rest}
    />
  );
}
