const screens: Readonly<Record<string, () => Promise<unknown>>> = {
  '/dashboard': () => import('./app/screens/DashboardScreen.tsx'),
  '/analysis-history': () => import('./app/screens/HistoryScreen.tsx'),
  '/breast-analysis': () => import('./app/screens/BreastAnalysisScreen.tsx'),
  '/brain-analysis': () => import('./app/screens/BrainAnalysisScreen.tsx'),
  '/lung-analysis': () => import('./app/screens/LungAnalysisScreen.tsx'),
  '/cervix-analysis': () => import('./app/screens/CervixAnalysisScreen.tsx'),
};

/**
 * Fetches the screen that the address names beside the application, not after it. Whoever is not signed in would be sent
 * elsewhere and fetches nothing. What cannot be had is told by the router, which asks again.
 */
export function fetchScreenEarly(address: string, isSignedIn: boolean): void {
  if (!isSignedIn) return;
  const fetchScreen = address.startsWith('/analysis/')
    ? () => import('./app/screens/DetailsScreen.tsx')
    : screens[address];
  fetchScreen?.().catch(() => undefined);
}
