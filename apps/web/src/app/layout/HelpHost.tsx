import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { isUntaken } from '../../ui/free-key.ts';
import { closeKeyHelp, openKeyHelp, useKeyHelp } from '../../ui/help/key-sections.ts';
import { IconKeyboard } from '../../ui/icons/frame-icons.ts';
import classes from './TopBar.module.css';

const KeyHelp = lazy(async () => {
  await import('../../ui/mantine-app.css');
  return { default: (await import('../../ui/help/KeyHelp.tsx')).KeyHelp };
});

/** `?` or the button opens the keys of this screen; its code comes when it is first asked for. */
export function HelpHost({ isSignedIn }: { isSignedIn: boolean }) {
  const { isOpen, sections } = useKeyHelp();
  const [wasOpened, setOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setOpened(true);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen has other keys
  useEffect(() => closeKeyHelp, [pathname]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || !isUntaken(event)) return;
      event.preventDefault();
      openKeyHelp();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  // A visitor's pages have keys only where they show pictures.
  if (!isSignedIn && sections.length === 0) return null;
  return (
    <>
      <button
        type="button"
        className={classes.iconButton}
        data-needs-keyboard
        aria-label="Keys of this screen"
        aria-keyshortcuts="?"
        title="Keys of this screen (?)"
        onClick={openKeyHelp}
      >
        <IconKeyboard size={20} stroke={1.75} aria-hidden />
      </button>
      {wasOpened && (
        <Suspense fallback={null}>
          <KeyHelp />
        </Suspense>
      )}
    </>
  );
}
