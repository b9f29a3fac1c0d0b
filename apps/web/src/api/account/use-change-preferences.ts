import type { Preferences } from '@second-read/contract/preferences';
import { useMutation } from '@tanstack/react-query';
import { changePreferencesHere, preferencesNow, showPreferences } from '../../ui/preferences.ts';
import { useSession } from './session.ts';

/** The calls and their schemas come with the first change: the theme's button is on public pages too. */
async function save(change: Preferences): Promise<Preferences> {
  return (await import('./preferences.ts')).changePreferences(change);
}

/**
 * Changes preferences at once on the screen and then on the server. Those of the demo account, which
 * everybody shares, and of visitors stay in this browser.
 */
export function useChangePreferences() {
  const { user } = useSession();
  const isKept = user !== null && !user.organisation.is_demo;
  const saving = useMutation({ mutationFn: save });
  const change = (fields: Preferences) => {
    if (isKept) {
      changePreferencesHere(fields);
      saving.mutate(fields);
    } else showPreferences({ ...preferencesNow(), ...fields });
  };
  const { isPending, isSuccess, error, variables } = saving;
  const retry = () => variables && saving.mutate(variables);
  return { change, isKept, isPending, isSuccess, error, retry };
}
