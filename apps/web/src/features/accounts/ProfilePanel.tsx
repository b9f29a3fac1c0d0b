import { Button, TextInput } from '@mantine/core';
import type { User } from '@second-read/contract/accounts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeProfile } from '../../api/account/accounts.ts';
import { dashboardQuery, reportsKey } from '../../api/reports/queries.ts';
import { OwnerForm } from './OwnerForm.tsx';

/** The way to change one's name and e-mail address. */
export function ProfilePanel({ user }: { user: User }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  if (isOpen) return <ProfileForm user={user} onClose={close} />;
  return (
    <Button variant="default" onClick={() => setOpen(true)}>
      Change name or email
    </Button>
  );
}

function ProfileForm({ user, onClose }: { user: User; onClose: () => void }) {
  const [fullName, setFullName] = useState(user.full_name);
  const [email, setEmail] = useState(user.email);
  const client = useQueryClient();
  const done = () => {
    for (const queryKey of [dashboardQuery.queryKey, reportsKey]) void client.invalidateQueries({ queryKey });
    onClose();
  };
  return (
    <OwnerForm
      send={(factors) => changeProfile({ fullName, email }, factors)}
      onDone={done}
      onCancel={onClose}
    >
      <TextInput
        label="Name"
        description="Shown as “Analyzed by” on your reports."
        autoComplete="name"
        required
        maxLength={200}
        value={fullName}
        onChange={(event) => setFullName(event.currentTarget.value)}
      />
      <TextInput
        label="E-mail"
        type="email"
        autoComplete="email"
        required
        maxLength={320}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
    </OwnerForm>
  );
}
