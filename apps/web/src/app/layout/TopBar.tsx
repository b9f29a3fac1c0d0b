import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useMay } from '../../api/account/rights.ts';
import { useSession } from '../../api/account/session.ts';
import { useSite } from '../../api/organization/site.ts';
import { IconMenu2 } from '../../ui/icons/IconMenu2.ts';
import { IconX } from '../../ui/icons/IconX.ts';
import { isWorkAddress, paths } from '../paths.ts';
import { AccountLink } from './AccountLink.tsx';
import { AdministrationLink } from './AdministrationLink.tsx';
import { DemoBanner } from './DemoBanner.tsx';
import { HelpHost } from './HelpHost.tsx';
import { Mark } from './Mark.tsx';
import { PaletteHost } from './PaletteHost.tsx';
import { SignedInLinks } from './SignedInLinks.tsx';
import { ThemeToggle } from './ThemeToggle.tsx';
import classes from './TopBar.module.css';
import { VisitorLinks } from './VisitorLinks.tsx';

const NotificationBell = lazy(async () => ({
  default: (await import('./NotificationBell.tsx')).NotificationBell,
}));
const WorklistLink = lazy(async () => ({ default: (await import('./WorklistLink.tsx')).WorklistLink }));

/**
 * The fixed bar: product name, links, theme. Narrow screens fold the links into a menu.
 */
export function TopBar({ isSignedIn }: { isSignedIn: boolean }) {
  const { product_name } = useSite();
  const { open, toggle, button } = useFoldingMenu();
  const { pathname } = useLocation();
  // The flag alone routes the browser; calls need a token.
  const hasToken = useSession().access !== null;
  const mayRead = useMay('read') && hasToken;
  const isWide = isWorkAddress(pathname);
  return (
    <header className={classes.bar} data-screen-only>
      <div className={classes.row} data-wide={isWide || undefined} data-tools={isSignedIn || undefined}>
        <Link to={paths.home} className={classes.brand}>
          <Mark />
          <span className={classes.name}>{product_name}</span>
        </Link>
        <DemoBanner />
        <nav id="main-menu" aria-label="Main" className={classes.links} data-open={open || undefined}>
          {isSignedIn ? <SignedInLinks /> : <VisitorLinks />}
        </nav>
        <div className={classes.tools}>
          {isSignedIn && mayRead && <ReaderTools />}
          {isSignedIn && <AdministrationLink />}
          {isSignedIn && <PaletteHost />}
          <HelpHost isSignedIn={isSignedIn} />
          {isSignedIn && <AccountLink />}
          <ThemeToggle />
        </div>
        <button
          ref={button}
          type="button"
          className={classes.menuButton}
          aria-expanded={open}
          aria-controls="main-menu"
          aria-label={open ? 'Close menu' : 'Open menu'}
          onClick={toggle}
        >
          {open ? <IconX size={20} aria-hidden /> : <IconMenu2 size={20} aria-hidden />}
        </button>
      </div>
    </header>
  );
}

/** Their place is kept until their code is here: nothing in the bar moves. */
function ReaderTools() {
  const place = <span className={classes.iconButton} aria-hidden />;
  return (
    <>
      <Suspense fallback={place}>
        <NotificationBell />
      </Suspense>
      <Suspense fallback={place}>
        <WorklistLink />
      </Suspense>
    </>
  );
}

/** Open or closed; closes on Escape and after every navigation. */
function useFoldingMenu() {
  const { key } = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const open = openAt === key;
  useEffect(() => {
    if (!open) return;
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpenAt(null);
      button.current?.focus();
    };
    addEventListener('keydown', close);
    return () => removeEventListener('keydown', close);
  }, [open]);
  return { open, toggle: () => setOpenAt(open ? null : key), button };
}
