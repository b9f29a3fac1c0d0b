import type { Preferences } from '@second-read/contract/preferences';
import { useMutation } from '@tanstack/react-query';
import { preferencesNow, showPreferences } from '../ui/preferences.ts';
import { changePreferences } from './preferences.ts';
import { useSession } from './session.ts';

/**
 * Changes preferences at once on the screen and then on the server. Those of the demo account, which
 * everybody shares, and of visitors stay in this browser.
 */
export function useChangePreferences() {
  const { user } = useSession();
  const isKept = user !== null && !user.organisation.is_demo;
  const saving = useMutation({ mutationFn: (change: Preferences) => changePreferences(change) });
  const change = (fields: Preferences) => {
    showPreferences({ ...preferencesNow(), ...fields });
    if (isKept) saving.mutate(fields);
  };
  const { isPending, isSuccess, error, variables } = saving;
  const retry = () => variables && saving.mutate(variables);
  return { change, isKept, isPending, isSuccess, error, retry };
}
