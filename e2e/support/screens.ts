import type { Page } from '@playwright/test';

/** A screen by its address and its first heading. */
export interface Screen {
  readonly path: string;
  readonly heading: string;
}

/** Public screens. */
export const publicScreens: readonly Screen[] = [
  { path: '/', heading: 'A second reader for medical images' },
  { path: '/breast-overview', heading: 'Breast Analysis' },
  { path: '/brain-ct-overview', heading: 'Brain CT Analysis' },
  { path: '/demo', heading: 'Demo' },
  { path: '/performance', heading: 'Measured performance' },
  { path: '/security', heading: 'Security and privacy' },
  { path: '/setup', heading: 'Set up your organization' },
  { path: '/help', heading: 'Reader' },
];

/** Screens for signed-in users. */
export const protectedScreens: readonly Screen[] = [
  { path: '/dashboard', heading: 'Medical Image Analysis' },
  { path: '/breast-analysis', heading: 'Breast Analysis' },
  { path: '/lung-analysis', heading: 'Lung CT Analysis' },
  { path: '/brain-analysis', heading: 'Brain Image Classification' },
  { path: '/cervix-analysis', heading: 'Cervix Image Analysis' },
  { path: '/analysis-history', heading: 'Analysis History' },
  { path: '/series', heading: 'Series' },
  { path: '/account', heading: 'Account' },
  { path: '/settings', heading: 'Settings' },
  { path: '/audit-trail', heading: 'Audit Trail' },
  { path: '/analysis/demo-breast-1', heading: 'Analysis Details' },
];

export const notFoundScreen: Screen = { path: '/nowhere', heading: 'Page Not Found' };

/** What the browser is made to say by `serviceWorkers: 'block'` of playwright.config.ts. */
const workerBlocked = 'Service Worker registration blocked by Playwright';

/**
 * Collects console errors and warnings, uncaught exceptions and breaches of the content security policy
 * (which browsers log as errors too).
 */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    if (message.text().includes(workerBlocked)) return;
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`${page.url()}: ${message.text()} (${message.location().url})`);
  });
  return complaints;
}
