import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { useMay } from '../../api/account/rights.ts';
import { useSession } from '../../api/account/session.ts';
import { useSite } from '../../api/organization/site.ts';
import { IconMenu2, IconUserCircle, IconUsersGroup, IconX } from '../../ui/icons/frame-icons.ts';
import { isWorkAddress, paths } from '../paths.ts';
import { DemoBanner } from './DemoBanner.tsx';
import { HelpHost } from './HelpHost.tsx';
import { PaletteHost } from './PaletteHost.tsx';
import { SignedInLinks } from './SignedInLinks.tsx';
import { ThemeToggle } from './ThemeToggle.tsx';
import classes from './TopBar.module.css';

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

/** The product's logo. */
function Mark() {
  return (
    <svg viewBox="0 0 28 20" width="28" height="20" fill="none" strokeWidth="2.5" aria-hidden="true">
      <circle cx="10" cy="10" r="8" stroke="currentColor" />
      <circle cx="18" cy="10" r="8" stroke="var(--accent)" />
    </svg>
  );
}

/** Link to the account. Beside the menu, whose entries are specified. */
function AccountLink() {
  return (
    <NavLink to={paths.account} className={classes.iconButton} aria-label="Account" title="Account">
      <IconUserCircle size={20} stroke={1.75} aria-hidden />
    </NavLink>
  );
}

/** Link to the administration, for administrators. Beside the menu, whose entries are specified. */
function AdministrationLink() {
  if (!useMay('administer')) return null;
  return (
    <NavLink
      to={paths.administration}
      className={classes.iconButton}
      aria-label="Administration"
      title="Administration"
    >
      <IconUsersGroup size={20} stroke={1.75} aria-hidden />
    </NavLink>
  );
}

/** Visitors: the two overviews, and Login everywhere but on /login. */
function VisitorLinks() {
  const { pathname } = useLocation();
  return (
    <>
      <NavLink to={paths.breastOverview} className={classes.link}>
        Breast Analysis
      </NavLink>
      <NavLink to={paths.brainOverview} className={classes.link}>
        Brain CT Analysis
      </NavLink>
      {pathname !== paths.login && (
        <NavLink to={paths.login} className={classes.link} data-emphasis>
          Login
        </NavLink>
      )}
    </>
  );
}
