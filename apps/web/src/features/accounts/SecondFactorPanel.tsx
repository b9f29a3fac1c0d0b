import { Button, Group, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fetchSecondFactor, removeSecondFactor, renewRecoveryCodes } from '../../api/account/accounts.ts';
import { StatusLine } from '../../ui/page/StatusLine.tsx';
import classes from './Account.module.css';
import { BothFactorsForm } from './BothFactorsForm.tsx';
import type { FactorFormProps } from './FactorForm.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SetUpSecondFactor } from './SetUpSecondFactor.tsx';

const forms = { setUp: SetUpSecondFactor, remove: RemoveSecondFactor, renew: RenewRecoveryCodes } as const;
const queryKey = ['second factor', 'state'];

/** Whether the account asks for a code at sign-in, and the way to change that. */
export function SecondFactorPanel({ username }: { username: string }) {
  const [open, setOpen] = useState<keyof typeof forms | null>(null);
  const client = useQueryClient();
  const state = useQuery({ queryKey, queryFn: ({ signal }) => fetchSecondFactor(signal), staleTime: 0 });
  if (state.isPending) return <Skeleton height={40} radius={6} aria-label="Loading" />;
  if (state.isError) {
    return (
      <StatusLine onRetry={() => void state.refetch()} isBusy={state.isFetching}>
        The second factor’s status could not be loaded. {state.error.message}
      </StatusLine>
    );
  }
  const changed = () => {
    void client.invalidateQueries({ queryKey });
    void client.invalidateQueries({ queryKey: ['sessions'] });
  };
  const done = () => {
    setOpen(null);
    changed();
  };
  const { is_set_up: isSetUp, is_required: isRequired, recovery_codes_left: codesLeft = 0 } = state.data;
  const Form = open && forms[open];
  return (
    <>
      <p className={classes.text}>{wordsOf({ isSetUp, isRequired, codesLeft })}</p>
      {Form ? (
        <Form username={username} onChanged={changed} onDone={done} onCancel={() => setOpen(null)} />
      ) : (
        <Group gap="xs">
          {!isSetUp && <Button onClick={() => setOpen('setUp')}>Set up second factor</Button>}
          {isSetUp && (
            <Button variant="default" onClick={() => setOpen('renew')}>
              New recovery codes
            </Button>
          )}
          {isSetUp && !isRequired && (
            <Button variant="default" onClick={() => setOpen('remove')}>
              Remove second factor
            </Button>
          )}
        </Group>
      )}
    </>
  );
}

interface FactorState {
  isSetUp: boolean;
  isRequired: boolean;
  codesLeft: number;
}

function wordsOf({ isSetUp, isRequired, codesLeft }: FactorState): string {
  if (!isSetUp) return 'Off. When on, signing in also requires a code from an authenticator app.';
  const on = isRequired ? 'On: your organization requires it.' : 'On.';
  const lost = 'If you lose the app, use a recovery code, or ask an administrator to remove it.';
  const left = codesLeft === 1 ? '1 recovery code is left.' : `${codesLeft} recovery codes are left.`;
  return `${on} ${lost} ${left}`;
}

/** The account is then asked for its password alone. */
function RemoveSecondFactor({ username, onDone, onCancel }: FactorFormProps) {
  return (
    <BothFactorsForm
      action="Remove"
      color="red"
      send={(password, code) => removeSecondFactor(username, password, code)}
      onDone={onDone}
      onCancel={onCancel}
    />
  );
}

/** New codes in place of all earlier ones. */
function RenewRecoveryCodes({ username, onDone, onCancel }: FactorFormProps) {
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <RecoveryCodes codes={codes} onKept={onDone} />;
  return (
    <BothFactorsForm
      action="Generate new codes"
      send={(password, code) => renewRecoveryCodes(username, password, code)}
      onDone={setCodes}
      onCancel={onCancel}
    />
  );
}
