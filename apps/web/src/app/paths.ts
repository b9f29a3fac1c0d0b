/** Addresses of the screens, named once. */
export const paths = {
  home: '/',
  login: '/login',
  setup: '/setup',
  breastOverview: '/breast-overview',
  brainOverview: '/brain-ct-overview',
  demo: '/demo',
  dashboard: '/dashboard',
  details: '/analysis/:id',
  worklist: '/worklist',
  agreement: '/agreement',
  verify: '/verify/:code?',
  breastAnalysis: '/breast-analysis',
  brainAnalysis: '/brain-analysis',
  history: '/analysis-history',
  seriesList: '/series',
  series: '/series/:id',
  account: '/account',
  settings: '/settings',
  audit: '/audit-trail',
  administration: '/administration',
  administrationTopic: '/administration/:topic?',
  help: '/help/:page?',
  performance: '/performance',
  security: '/security',
} as const;

/**
 * Whether an address may be the `route` of a module: all of them end alike, and are known before the
 * catalogue is here.
 */
export function isModuleAddress(pathname: string): boolean {
  return /^\/[a-z-]+-analysis$/.test(pathname);
}

/** Where pictures are read: the screen has all of the room, the bar all of the width, and no footer. */
export function isWorkAddress(pathname: string): boolean {
  return isModuleAddress(pathname) || pathname.startsWith('/analysis/');
}
