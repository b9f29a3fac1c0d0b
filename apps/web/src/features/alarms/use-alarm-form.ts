import type { SettingsReply } from '@second-read/contract/settings';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeSettings, settingsQuery } from '../../api/organization/settings.ts';

interface Draft {
  readonly budgets: Readonly<Record<string, number>>;
  readonly emails: string;
  readonly webhook: string;
}

/** What stands in the form: what the server has, with the changes that were not saved yet. */
export function useAlarmForm(isAdministrator: boolean) {
  const client = useQueryClient();
  const stored = useQuery(settingsQuery);
  const [changed, setChanged] = useState<Partial<Draft>>({});
  const draft = { ...draftOf(stored.data), ...changed };
  const save = useMutation({
    mutationFn: () => changeSettings(settingsFrom(draft, isAdministrator), stored.data?.etag ?? ''),
    onSuccess: (next) => {
      client.setQueryData(settingsQuery.queryKey, next);
      setChanged({});
    },
    // What was typed stays; the next try is against what the server has now.
    onError: () => client.invalidateQueries({ queryKey: settingsQuery.queryKey }),
  });
  const change = (next: Partial<Draft>) => {
    save.reset();
    setChanged({ ...changed, ...next });
  };
  return {
    stored,
    draft,
    isChanged: Object.keys(changed).length > 0,
    change,
    setBudget: (module: string, budget: number | undefined) => {
      const { [module]: _old, ...others } = draft.budgets;
      change({ budgets: budget === undefined ? others : { ...others, [module]: budget } });
    },
    undo: () => {
      save.reset();
      setChanged({});
    },
    save,
  };
}

function draftOf(reply: SettingsReply | undefined): Draft {
  const { alarm_budgets, alarm_receivers } = reply?.settings ?? {};
  return {
    budgets: alarm_budgets ?? {},
    emails: alarm_receivers?.emails.join('\n') ?? '',
    webhook: alarm_receivers?.webhook ?? '',
  };
}

function settingsFrom({ budgets, emails, webhook }: Draft, isAdministrator: boolean) {
  const lines = emails.split(/[\s,;]+/).filter((line) => line !== '');
  const receivers = { emails: lines, webhook: webhook.trim() === '' ? null : webhook.trim() };
  return { alarm_budgets: { ...budgets }, ...(isAdministrator && { alarm_receivers: receivers }) };
}
