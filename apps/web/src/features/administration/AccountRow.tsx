import { Button, NativeSelect } from '@mantine/core';
import type { Account, AccountChange, OneTimePasswordReply } from '@second-read/contract/administration';
import { roleNames, roles } from '@second-read/core/roles/rights';
import { useState } from 'react';
import { formatDate } from '../../ui/format/format-date.ts';
import classes from './Administration.module.css';
import { ResetDialog } from './ResetDialog.tsx';

interface AccountRowProps {
  account: Account;
  /** Another administrator changes it. */
  isOwn: boolean;
  isBusy: boolean;
  onChange: (change: AccountChange) => void;
  onReset: (reply: OneTimePasswordReply) => void;
}

const roleChoices = roles.map((role) => ({ value: role, label: roleNames[role] }));
const stateWords: Readonly<Record<Account['state'], string>> = {
  enabled: 'Enabled',
  one_time_password: 'Waits for the first sign-in',
  disabled: 'Disabled',
};

/** One account: who, since when unused, its role, and what can be done about it. */
export function AccountRow({ account, isOwn, isBusy, onChange, onReset }: AccountRowProps) {
  const [isResetting, setResetting] = useState(false);
  const name = account.full_name || account.username;
  const isDisabled = account.state === 'disabled';
  return (
    <li className={classes.row} aria-label={name}>
      <div className={classes.who}>
        <p className={classes.name}>
          {name} {isOwn && <span className={classes.own}>You</span>}
        </p>
        <p className={classes.quiet}>
          {account.username} · {account.email}
        </p>
        <p className={classes.quiet}>
          {stateWords[account.state]} ·{' '}
          {account.last_used_at ? `last used ${formatDate(account.last_used_at)}` : 'never signed in'} ·{' '}
          {account.has_second_factor ? 'second factor' : 'no second factor'}
        </p>
      </div>
      <NativeSelect
        aria-label={`Role of ${name}`}
        data={roleChoices}
        value={account.role}
        disabled={isOwn || isBusy}
        onChange={({ currentTarget }) => {
          const role = roles.find((each) => each === currentTarget.value);
          if (role) onChange({ role });
        }}
      />
      <div className={classes.actions}>
        <Button
          variant="default"
          size="sm"
          disabled={isOwn || isBusy}
          aria-label={`Reset the password of ${name}`}
          onClick={() => setResetting(true)}
        >
          Reset password
        </Button>
        <Button
          variant="default"
          size="sm"
          disabled={isOwn || isBusy}
          aria-label={`${isDisabled ? 'Enable' : 'Disable'} ${name}`}
          onClick={() => onChange({ is_disabled: !isDisabled })}
        >
          {isDisabled ? 'Enable' : 'Disable'}
        </Button>
      </div>
      <ResetDialog
        account={account}
        opened={isResetting}
        onClose={() => setResetting(false)}
        onReset={onReset}
      />
    </li>
  );
}
