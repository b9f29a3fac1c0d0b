import { Alert, Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { startSession } from '../../api/account/session.ts';
import { ApiError } from '../../api/calls/errors.ts';
import { IconAlertCircle, IconShieldLock } from '../../ui/icons/frame-icons.ts';
import classes from './LoginForm.module.css';
import { PasswordField } from './PasswordField.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SignInStep } from './SignInStep.tsx';
import { type NextStep, nextSteps, signInMessage, useAutomaticSignIn, useSignIn } from './use-sign-in.ts';

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
  const [asked, setAsked] = useState<readonly NextStep[]>([]);
  const [input, setInput] = useState({ code: '', newPassword: '' });
  const { mutate, isPending, error, variables, data } = useSignIn(onSignedIn, demoAccount?.username);
  const steps = nextSteps(error, asked);
  useAutomaticSignIn(demoAccount !== null, () => {
    if (demoAccount)
      mutate({ identifier: demoAccount.username, password: demoAccount.password, isAutomatic: true });
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(steps);
    const newPassword = steps.includes('password') ? input.newPassword : undefined;
    const code = steps.includes('code') || steps.includes('setup') ? input.code : undefined;
    const isSetup = steps.includes('setup');
    mutate(
      { identifier, password, code, newPassword, isSetup, isAutomatic: false },
      { onError: (problem) => keepNewPassword(problem, newPassword) },
    );
  };
  /** The password was replaced before the second factor was asked for. */
  const keepNewPassword = (problem: Error, newPassword: string | undefined) => {
    const isReplaced = problem instanceof ApiError && problem.code === 'code_setup_required';
    if (isReplaced && newPassword) setPassword(newPassword);
  };
  if (data?.recovery_codes) {
    const goOn = () => {
      startSession(data);
      onSignedIn();
    };
    return <RecoveryCodes codes={data.recovery_codes} onKept={goOn} />;
  }
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
      <PasswordField
        label="Password"
        name="password"
        value={password}
        isBusy={isPending}
        onChange={setPassword}
      />
      {steps.map((step) => (
        <SignInStep
          key={step}
          {...{ step, identifier, password, input }}
          isBusy={isPending}
          onChange={setInput}
        />
      ))}
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
