/** Addresses of the screens, named once. */
export const paths = {
  home: '/',
  login: '/login',
  breastOverview: '/breast-overview',
  brainOverview: '/brain-ct-overview',
  demo: '/demo',
  dashboard: '/dashboard',
  details: '/analysis/:id',
  breastAnalysis: '/breast-analysis',
  lungAnalysis: '/lung-analysis',
  brainAnalysis: '/brain-analysis',
  cervixAnalysis: '/cervix-analysis',
  history: '/analysis-history',
  seriesList: '/series',
  series: '/series/:id',
  account: '/account',
  audit: '/audit-trail',
  performance: '/performance',
  security: '/security',
} as const;

/** Screens on which the picture takes the whole window; the bar above them does too. */
export const wideScreens: readonly string[] = [
  paths.breastAnalysis,
  paths.lungAnalysis,
  paths.brainAnalysis,
  paths.cervixAnalysis,
];

/** A report beside an earlier one: wide too. */
export function isComparison(pathname: string, search: string): boolean {
  return pathname.startsWith('/analysis/') && new URLSearchParams(search).has('prior');
}
