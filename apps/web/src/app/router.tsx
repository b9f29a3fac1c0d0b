import { createBrowserRouter, type RouteObject } from 'react-router';
import { Layout } from './layout/Layout.tsx';
import { paths } from './paths.ts';
import { RequireSession } from './RequireSession.tsx';
import { NotFoundScreen } from './screens/NotFoundScreen.tsx';
import { ScreenError } from './screens/ScreenError.tsx';

const publicScreens: RouteObject[] = [
  {
    path: paths.home,
    lazy: async () => ({ Component: (await import('./screens/LandingScreen.tsx')).LandingScreen }),
  },
  {
    path: paths.login,
    lazy: async () => ({ Component: (await import('./screens/account/LoginScreen.tsx')).LoginScreen }),
  },
  {
    path: paths.setup,
    lazy: async () => ({ Component: (await import('./screens/account/SetupScreen.tsx')).SetupScreen }),
  },
  {
    path: paths.breastOverview,
    lazy: async () => ({ Component: (await import('./screens/OverviewScreen.tsx')).BreastOverviewScreen }),
  },
  {
    path: paths.brainOverview,
    lazy: async () => ({ Component: (await import('./screens/OverviewScreen.tsx')).BrainOverviewScreen }),
  },
  {
    path: paths.demo,
    lazy: async () => ({ Component: (await import('./screens/analysis/DemoScreen.tsx')).DemoScreen }),
  },
  {
    path: paths.help,
    lazy: async () => ({ Component: (await import('./screens/HelpScreen.tsx')).HelpScreen }),
  },
  {
    path: paths.performance,
    lazy: async () => ({ Component: (await import('./screens/PerformanceScreen.tsx')).PerformanceScreen }),
  },
  {
    path: paths.security,
    lazy: async () => ({ Component: (await import('./screens/account/SecurityScreen.tsx')).SecurityScreen }),
  },
  {
    path: paths.verify,
    lazy: async () => ({ Component: (await import('./screens/reports/VerifyScreen.tsx')).VerifyScreen }),
  },
];

const protectedScreens: RouteObject[] = [
  {
    path: paths.dashboard,
    lazy: async () => ({ Component: (await import('./screens/DashboardScreen.tsx')).DashboardScreen }),
  },
  {
    path: paths.history,
    lazy: async () => ({ Component: (await import('./screens/reports/HistoryScreen.tsx')).HistoryScreen }),
  },
  {
    path: paths.worklist,
    lazy: async () => ({ Component: (await import('./screens/reports/WorklistScreen.tsx')).WorklistScreen }),
  },
  {
    path: paths.agreement,
    lazy: async () => ({
      Component: (await import('./screens/reports/AgreementScreen.tsx')).AgreementScreen,
    }),
  },
  {
    path: paths.seriesList,
    lazy: async () => ({
      Component: (await import('./screens/series/SeriesListScreen.tsx')).SeriesListScreen,
    }),
  },
  {
    path: paths.series,
    lazy: async () => ({ Component: (await import('./screens/series/SeriesScreen.tsx')).SeriesScreen }),
  },
  {
    path: paths.account,
    lazy: async () => ({ Component: (await import('./screens/account/AccountScreen.tsx')).AccountScreen }),
  },
  {
    path: paths.settings,
    lazy: async () => ({ Component: (await import('./screens/account/SettingsScreen.tsx')).SettingsScreen }),
  },
  {
    path: paths.audit,
    lazy: async () => ({ Component: (await import('./screens/account/AuditScreen.tsx')).AuditScreen }),
  },
  {
    path: paths.administrationTopic,
    lazy: async () => ({
      Component: (await import('./screens/account/AdministrationScreen.tsx')).AdministrationScreen,
    }),
  },
  {
    path: paths.details,
    lazy: async () => ({ Component: (await import('./screens/reports/DetailsScreen.tsx')).DetailsScreen }),
  },
];

/** Each module's path is in its manifest, which is loaded on demand. */
const moduleScreen: RouteObject = {
  path: '/:module',
  lazy: async () => ({
    Component: (await import('./screens/analysis/ModuleScreen.tsx')).ModuleScreen,
  }),
};

const notFound: RouteObject = { path: '*', Component: NotFoundScreen };

/** Every screen of the product, each in a chunk of its own. */
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
