import { Outlet, ScrollRestoration } from 'react-router';
import { useSession } from '../../api/session.ts';
import { Footer } from './Footer.tsx';
import classes from './Layout.module.css';
import { TopBar } from './TopBar.tsx';

/** Top bar, screen, footer. */
export function Layout() {
  const { isAuthenticated } = useSession();
  return (
    <div className={classes.page}>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <TopBar isSignedIn={isAuthenticated} />
      <main id="main" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      <Footer />
      <ScrollRestoration />
    </div>
  );
}
