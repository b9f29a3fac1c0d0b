import { useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { preferencesQuery } from '../api/account/preferences.ts';
import { useSession } from '../api/account/session.ts';
import { forgetPreferences, preferencesNow, showAccountPreferences } from '../ui/preferences.ts';

/**
 * Shows what the account has set for itself, from sign-in to sign-out; screens that wait for their user after
 * inactivity keep it.
 */
export function AccountPreferences() {
  const { user, awaited } = useSession();
  const owner = user?.id ?? awaited ?? null;
  const isKept = user !== null && !user.organisation.is_demo;
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const { data } = useQuery({ ...preferencesQuery, enabled: isKept });
  const shownTo = useRef<string | null>(null);
  useEffect(() => {
    // Later changes are made here, and shown as they are made.
    if (data === undefined || shownTo.current === owner) return;
    shownTo.current = owner;
    const { theme } = data;
    // What was chosen in this browser stands until the account chooses something else.
    if (theme && theme !== preferencesNow().theme) setColorScheme(theme);
    showAccountPreferences(data);
  }, [data, owner, setColorScheme]);
  useEffect(() => {
    return () => {
      shownTo.current = null;
      if (owner !== null) forgetPreferences();
    };
  }, [owner]);
  return null;
}
