import { usePreferences } from '../../ui/preferences.ts';
import { useChangePreferences } from './use-change-preferences.ts';

/** Which columns of a table the account has hidden, kept with its settings. */
export function useColumns(table: string) {
  const { hidden_columns: kept = {} } = usePreferences();
  const { change } = useChangePreferences();
  const hidden: ReadonlySet<string> = new Set(kept[table] ?? []);
  return {
    hidden,
    isShown: (name: string) => !hidden.has(name),
    hide: (names: readonly string[]) => change({ hidden_columns: { ...kept, [table]: [...names] } }),
  };
}
