import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type SignIn, signIn } from '../../api/account/accounts.ts';
import { hasSessionEnded } from '../../api/account/session.ts';
import { ApiError } from '../../api/calls/errors.ts';
import { sharedItem } from '../../storage/browser-storage.ts';

export interface Credentials extends SignIn {
  /** Whether the page tried by itself, which words its failure differently. */
  readonly isAutomatic: boolean;
}

/** Signs in by form or by itself; `onSuccess` leads on, unless there are recovery codes to be seen first. */
export function useSignIn(onSuccess: () => void, demoUsername: string | undefined) {
  return useMutation({
    mutationFn: (credentials: Credentials) => signIn(credentials),
    onSuccess: (reply) => {
      rememberOwnAccount(reply.user.username !== demoUsername);
      if (reply.recovery_codes === undefined) onSuccess();
    },
  });
}

const ownAccount = sharedItem('hasOwnAccount');

/** Whoever works here under an account other than the demo's is not signed in to the demo unasked. */
export function rememberOwnAccount(isOwn: boolean): void {
  ownAccount.write(isOwn ? 'true' : null);
}

/** The server's own words, else the sentence of the specification. */
export function signInMessage(error: Error, isAutomatic: boolean): string {
  const own = error instanceof ApiError ? error.serverMessage : null;
  const attempt = isAutomatic ? 'auto-login' : 'login';
  return own ?? `An error occurred during ${attempt}. Please try again.`;
}

/**
 * Runs `attempt` once per visit of the form; never after a session ended on this page, nor where the last
 * session was one of another account.
 */
export function useAutomaticSignIn(isWanted: boolean, attempt: () => void): void {
  const tried = useRef(false);
  useEffect(() => {
    if (!isWanted || tried.current || hasSessionEnded() || ownAccount.read() !== null) return;
    tried.current = true;
    attempt();
  });
}

export type NextStep = 'password' | 'code' | 'setup';

const stepOfCode: Readonly<Record<string, NextStep>> = {
  password_change_required: 'password',
  password_rejected: 'password',
  code_required: 'code',
  code_setup_required: 'setup',
};

/**
 * What the server wants besides a right password, after its last answer. A one-time password and a code may
 * both be wanted; a wrong code leaves the steps as they were; the setup begins once the password is a lasting
 * one.
 */
export function nextSteps(error: Error | null, present: readonly NextStep[]): readonly NextStep[] {
  if (!(error instanceof ApiError)) return present;
  if (error.code === 'invalid_credentials') return [];
  const step = stepOfCode[error.code];
  if (step === undefined || present.includes(step)) return present;
  return step === 'setup' ? [step] : [...present, step].toSorted().toReversed();
}
