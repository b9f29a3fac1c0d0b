import { useChangePreferences } from '../../api/account/use-change-preferences.ts';
import { usePreferences } from '../../ui/preferences.ts';
import { StatusLine } from '../../ui/StatusLine.tsx';
import { AppearanceSettings } from './AppearanceSettings.tsx';
import { KeyboardSettings } from './KeyboardSettings.tsx';
import { ReadingSettings } from './ReadingSettings.tsx';
import classes from './Settings.module.css';

/** What an account sets for itself; each change holds at once. */
export function Settings() {
  const { change, isKept, isPending, isSuccess, error, retry } = useChangePreferences();
  const preferences = usePreferences();
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
      <AppearanceSettings preferences={preferences} onChange={change} />
      <ReadingSettings preferences={preferences} onChange={change} />
      <KeyboardSettings keys={preferences.keys ?? {}} onChange={(keys) => change({ keys })} />
    </>
  );
}
