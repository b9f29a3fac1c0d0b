import type { SettingsReply, SettingsRequest } from '@second-read/contract/settings';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/calls/errors.ts';
import { changeOrganization, settingsQuery } from '../../api/organization/settings.ts';

/**
 * Changes settings on top of what is shown. Where somebody else changed them meanwhile nothing is kept: the
 * present ones are loaded, and the user decides again.
 */
export function useChangeSettings(shown: SettingsReply) {
  const client = useQueryClient();
  const { mutate, isPending, error, isSuccess, reset } = useMutation({
    mutationFn: (change: SettingsRequest) => changeOrganization(change, shown.etag),
    onSuccess: (reply) => client.setQueryData(settingsQuery.queryKey, reply),
    onError: (failure) => {
      if (failure instanceof ApiError && failure.status === 412)
        void client.invalidateQueries({ queryKey: settingsQuery.queryKey });
    },
  });
  return { change: mutate, isPending, problem: error && wordsOf(error), isSuccess, reset };
}

function wordsOf(error: Error): string {
  const isConflict = error instanceof ApiError && error.status === 412;
  if (isConflict) return `${error.message} What is there now is shown: look at it, then save again.`;
  return `Nothing was changed. ${error.message}`;
}
