import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changePassword } from '../../api/account/accounts.ts';
import classes from './Account.module.css';
import { OwnerForm } from './OwnerForm.tsx';
import { PasswordField } from './PasswordField.tsx';

/** The way to another password. */
export function PasswordPanel() {
  const [state, setState] = useState<'closed' | 'open' | 'changed'>('closed');
  const [password, setPassword] = useState('');
  const client = useQueryClient();
  const done = () => {
    setPassword('');
    setState('changed');
    void client.invalidateQueries({ queryKey: ['sessions'] });
  };
  if (state !== 'open') {
    return (
      <>
        {state === 'changed' && (
          <p className={classes.text} role="status">
            The password was changed, and all other sessions have ended.
          </p>
        )}
        <Button variant="default" onClick={() => setState('open')}>
          Change password
        </Button>
      </>
    );
  }
  return (
    <OwnerForm
      send={(factors) => changePassword(password, factors)}
      onDone={done}
      onCancel={() => setState('closed')}
    >
      <PasswordField
        label="New password"
        description="At least 12 characters. All other sessions end."
        isNew
        isBusy={false}
        value={password}
        onChange={setPassword}
      />
    </OwnerForm>
  );
}
