import { Alert, Button, PasswordInput, TextInput } from '@mantine/core';
import { IconAlertCircle, IconShieldLock } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import classes from './LoginForm.module.css';
import { SignInStep } from './SignInStep.tsx';
import { type NextStep, nextStep, signInMessage, useAutomaticSignIn, useSignIn } from './use-sign-in.ts';

interface DemoAccount {
  readonly username: string;
  readonly password: string;
}

interface LoginFormProps {
  /** Prefilled, and signed in with once by itself; null outside demo mode. */
  demoAccount: DemoAccount | null;
  onSignedIn: () => void;
}

/** Medical Professional Login. */
export function LoginForm({ demoAccount, onSignedIn }: LoginFormProps) {
  const [identifier, setIdentifier] = useState(demoAccount?.username ?? '');
  const [password, setPassword] = useState(demoAccount?.password ?? '');
  const [asked, setAsked] = useState<NextStep | null>(null);
  const [input, setInput] = useState({ code: '', newPassword: '' });
  const { mutate, isPending, error, variables } = useSignIn(onSignedIn);
  const step = nextStep(error, asked);
  useAutomaticSignIn(demoAccount !== null, () => {
    if (demoAccount)
      mutate({ identifier: demoAccount.username, password: demoAccount.password, isAutomatic: true });
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(step);
    const code = step === 'password' ? undefined : input.code;
    const newPassword = step === 'password' ? input.newPassword : undefined;
    mutate({ identifier, password, code, newPassword, isSetup: step === 'setup', isAutomatic: false });
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <h1 className={classes.title}>Medical Professional Login</h1>
      {error && (
        <Alert color="red" icon={<IconAlertCircle aria-hidden />} role="alert">
          {signInMessage(error, variables?.isAutomatic ?? false)}
        </Alert>
      )}
      <TextInput
        label="Email or Username"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        disabled={isPending}
        value={identifier}
        onChange={(event) => setIdentifier(event.currentTarget.value)}
      />
      <PasswordInput
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        disabled={isPending}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
      />
      {step && (
        <SignInStep {...{ step, identifier, password, input }} isBusy={isPending} onChange={setInput} />
      )}
      <Button type="submit" fullWidth disabled={isPending} aria-busy={isPending}>
        {isPending ? 'Signing in...' : 'Sign in'}
      </Button>
      <p className={classes.notice}>
        <IconShieldLock size={16} aria-hidden />
        <span>This system is for authorized medical professionals. Unauthorized access is prohibited.</span>
      </p>
    </form>
  );
}
