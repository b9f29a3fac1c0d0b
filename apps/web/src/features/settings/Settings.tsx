import { useMantineColorScheme } from '@mantine/core';
import type { Preferences } from '@second-read/contract/preferences';
import { useState } from 'react';
import { useChangePreferences } from '../../api/account/use-change-preferences.ts';
import { StatusLine } from '../../ui/page/StatusLine.tsx';
import { UndoLine } from '../../ui/page/UndoLine.tsx';
import { usePreferences } from '../../ui/preferences.ts';
import { AppearanceSettings } from './AppearanceSettings.tsx';
import { KeyboardSettings } from './KeyboardSettings.tsx';
import { ReadingSettings } from './ReadingSettings.tsx';
import classes from './Settings.module.css';

/** What an account sets for itself; each change holds at once. */
export function Settings() {
  const { change, isKept, isPending, isSuccess, error, retry } = useChangePreferences();
  const preferences = usePreferences();
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const [before, setBefore] = useState<Preferences | null>(null);
  const set = (fields: Preferences) => {
    const theme = colorScheme === 'auto' ? null : colorScheme;
    setBefore(sameFields(fields, { ...usual, ...preferences, theme }));
    change(fields);
  };
  const undo = (former: Preferences) => {
    setBefore(null);
    if (former.theme !== undefined) setColorScheme(former.theme ?? 'auto');
    change(former);
  };
  const said = isPending ? 'Saving…' : isSuccess ? 'Saved to your account.' : 'Each change holds at once.';
  return (
    <>
      <p className={classes.said} role="status">
        {isKept
          ? said
          : 'The demo account is shared by everybody: your settings stay in this browser until you sign out.'}
      </p>
      {error && (
        <StatusLine onRetry={retry} isBusy={isPending}>
          The last change holds in this browser and was not saved. {error.message}
        </StatusLine>
      )}
      {before && <UndoLine said={`${changedWords(before)} changed.`} onUndo={() => undo(before)} />}
      <AppearanceSettings preferences={preferences} onChange={set} />
      <ReadingSettings preferences={preferences} onChange={set} />
      <KeyboardSettings keys={preferences.keys ?? {}} onChange={(keys) => set({ keys })} />
    </>
  );
}

/** What holds where the account has set nothing. */
const usual: Preferences = {
  theme: null,
  density: 'standard',
  units: 'mm',
  date_format: 'browser',
  first_row: 'CC',
  hanging: 'square',
  opening_view: 'specified',
  keys: {},
};

const names: Readonly<Record<string, string>> = {
  theme: 'The theme was',
  density: 'The density was',
  units: 'The unit of lengths was',
  date_format: 'The format of dates was',
  first_row: 'The order of mammograms was',
  hanging: 'The layout of mammograms was',
  opening_view: 'The first view was',
  keys: 'The keys were',
};

function changedWords(before: Preferences): string {
  return names[Object.keys(before)[0] ?? ''] ?? 'A setting was';
}

/** The same fields as they were. */
function sameFields(fields: Preferences, from: Preferences): Preferences {
  return Object.fromEntries(Object.entries(from).filter(([name]) => name in fields));
}
