import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { Layout } from './layout/Layout.tsx';
import { paths } from './paths.ts';
import { RequireSession } from './RequireSession.tsx';
import { NotFoundScreen } from './screens/NotFoundScreen.tsx';
import { ScreenError } from './screens/ScreenError.tsx';

/** A screen whose code is loaded when its path is opened. */
function screen<Name extends string>(
  path: string,
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
): RouteObject {
  return { path, lazy: async () => ({ Component: (await load())[name] }) };
}

const publicScreens: RouteObject[] = [
  screen(paths.home, () => import('./screens/LandingScreen.tsx'), 'LandingScreen'),
  screen(paths.login, () => import('./screens/account/LoginScreen.tsx'), 'LoginScreen'),
  screen(paths.setup, () => import('./screens/account/SetupScreen.tsx'), 'SetupScreen'),
  screen(paths.breastOverview, () => import('./screens/OverviewScreen.tsx'), 'BreastOverviewScreen'),
  screen(paths.brainOverview, () => import('./screens/OverviewScreen.tsx'), 'BrainOverviewScreen'),
  screen(paths.demo, () => import('./screens/analysis/DemoScreen.tsx'), 'DemoScreen'),
  screen(paths.help, () => import('./screens/HelpScreen.tsx'), 'HelpScreen'),
  screen(paths.performance, () => import('./screens/PerformanceScreen.tsx'), 'PerformanceScreen'),
  screen(paths.security, () => import('./screens/account/SecurityScreen.tsx'), 'SecurityScreen'),
  screen(paths.verify, () => import('./screens/reports/VerifyScreen.tsx'), 'VerifyScreen'),
];

const protectedScreens: RouteObject[] = [
  screen(paths.dashboard, () => import('./screens/DashboardScreen.tsx'), 'DashboardScreen'),
  screen(paths.history, () => import('./screens/reports/HistoryScreen.tsx'), 'HistoryScreen'),
  screen(paths.worklist, () => import('./screens/reports/WorklistScreen.tsx'), 'WorklistScreen'),
  screen(paths.agreement, () => import('./screens/reports/AgreementScreen.tsx'), 'AgreementScreen'),
  screen(paths.seriesList, () => import('./screens/series/SeriesListScreen.tsx'), 'SeriesListScreen'),
  screen(paths.series, () => import('./screens/series/SeriesScreen.tsx'), 'SeriesScreen'),
  screen(paths.account, () => import('./screens/account/AccountScreen.tsx'), 'AccountScreen'),
  screen(paths.settings, () => import('./screens/account/SettingsScreen.tsx'), 'SettingsScreen'),
  screen(paths.audit, () => import('./screens/account/AuditScreen.tsx'), 'AuditScreen'),
  screen(
    paths.administrationTopic,
    () => import('./screens/account/AdministrationScreen.tsx'),
    'AdministrationScreen',
  ),
  screen(paths.details, () => import('./screens/reports/DetailsScreen.tsx'), 'DetailsScreen'),
];

/** Each module's path is in its manifest, which is loaded on demand. */
const moduleScreen = screen('/:module', () => import('./screens/analysis/ModuleScreen.tsx'), 'ModuleScreen');

const notFound: RouteObject = { path: '*', Component: NotFoundScreen };

/** Every screen of the product, each in a separate chunk. */
const routes: RouteObject[] = [
  {
    Component: Layout,
    ErrorBoundary: ScreenError,
    HydrateFallback: () => null,
    children: [
      {
        // Pathless, so that bar and footer survive a failing screen.
        ErrorBoundary: ScreenError,
        children: [
          ...publicScreens,
          { Component: RequireSession, children: protectedScreens },
          moduleScreen,
          notFound,
        ],
      },
    ],
  },
];

/** The browser's router. */
export function createRouter() {
  return createBrowserRouter(routes);
}

/** Resolves once the code of the first screen is here, or has failed to come. */
export async function whenReady(router: ReturnType<typeof createRouter>): Promise<void> {
  if (router.state.initialized) return;
  await new Promise<void>((resolve) => {
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}
