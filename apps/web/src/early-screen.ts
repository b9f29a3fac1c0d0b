import { isModuleAddress } from './app/paths.ts';

const screens: Readonly<Record<string, () => Promise<unknown>>> = {
  '/dashboard': () => import('./app/screens/DashboardScreen.tsx'),
  '/analysis-history': () => import('./app/screens/reports/HistoryScreen.tsx'),
  '/worklist': () => import('./app/screens/reports/WorklistScreen.tsx'),
};

function screenOf(address: string): (() => Promise<unknown>) | undefined {
  if (address.startsWith('/analysis/')) return () => import('./app/screens/reports/DetailsScreen.tsx');
  if (isModuleAddress(address)) return () => import('./app/screens/analysis/ModuleScreen.tsx');
  return screens[address];
}

/**
 * Fetches the screen that the address names beside the application, not after it. Whoever is not signed in
 * would be sent elsewhere and fetches nothing. What cannot be had is told by the router, which asks again.
 */
export function fetchScreenEarly(address: string, isSignedIn: boolean): void {
  if (!isSignedIn) return;
  screenOf(address)?.().catch(() => undefined);
}
