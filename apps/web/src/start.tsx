import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { createRouter, whenReady } from './app/router.tsx';

/** Puts the application in place of what stands in `root`, once the code of its first screen is here. */
export async function start(root: HTMLElement): Promise<void> {
  const router = createRouter();
  await whenReady(router);
  root.dataset.mounted = '';
  const readTo = window.scrollY;
  flushSync(() =>
    createRoot(root).render(
      <StrictMode>
        <App router={router} />
      </StrictMode>,
    ),
  );
  // The router begins at the top of the page; whoever has scrolled the prerendered one stays where they are.
  if (readTo > 0) window.scrollTo({ top: readTo, behavior: 'instant' });
}
