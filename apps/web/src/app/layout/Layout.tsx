import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { useSession } from '../../api/account/session.ts';
import { usePreferencesGeneration } from '../../ui/preferences.ts';
import { isWorkAddress } from '../paths.ts';
import { Footer } from './Footer.tsx';
import classes from './Layout.module.css';
import './print.css';
import { TopBar } from './TopBar.tsx';

/** Top bar, screen, footer; where an image is read the screen has all of the room. */
export function Layout() {
  const { isAuthenticated } = useSession();
  const generation = usePreferencesGeneration();
  const isWork = isWorkAddress(useLocation().pathname);
  return (
    <div className={classes.page} data-work={isWork || undefined}>
      <a href="#main" className={classes.skip} data-screen-only>
        Skip to content
      </a>
      <TopBar isSignedIn={isAuthenticated} />
      <main id="main" tabIndex={-1} className={classes.main}>
        {/* Dates and lengths are written by what the account has set. */}
        <Outlet key={generation} />
      </main>
      {!isWork && <Footer />}
      {/* An address that was typed begins at its top, wherever the one before was left. */}
      <ScrollRestoration getKey={({ key, pathname }) => (key === 'default' ? pathname : key)} />
    </div>
  );
}
