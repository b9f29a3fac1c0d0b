import { lazy, Suspense, useEffect, useState } from 'react';
import { IconSearch } from '../../ui/icons/frame-icons.ts';
import classes from './TopBar.module.css';

const Palette = lazy(async () => ({ default: (await import('./Palette.tsx')).Palette }));

/** Ctrl K, Cmd K or the button opens the palette; its code comes when it is first asked for. */
export function PaletteHost() {
  const [isOpen, setOpen] = useState(false);
  const [wasAsked, setAsked] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setAsked(true);
      setOpen((before) => !before);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  const open = () => {
    setAsked(true);
    setOpen(true);
  };
  return (
    <>
      <button
        type="button"
        className={classes.iconButton}
        aria-label="Search patients, screens and actions"
        aria-keyshortcuts="Control+K Meta+K"
        title="Search (Ctrl K)"
        onClick={open}
      >
        <IconSearch size={20} stroke={1.75} aria-hidden />
      </button>
      {wasAsked && (
        <Suspense fallback={null}>
          <Palette opened={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
