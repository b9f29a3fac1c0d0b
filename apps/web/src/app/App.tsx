import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { RouterProvider } from 'react-router';
import { useSession } from '../api/account/session.ts';
import { createQueryClient } from '../api/calls/query-client.ts';
import { colorSchemeManager, cssVariablesResolver, theme } from '../ui/theme.ts';
import { AppBoundary } from './AppBoundary.tsx';
import { IdleSignOut } from './IdleSignOut.tsx';
import { KeptKeys } from './KeptKeys.tsx';
import type { createRouter } from './router.tsx';
import { SessionCache } from './SessionCache.tsx';

/** With the schemas of the server's replies and its events, which visitors need not load. */
const AccountPreferences = lazy(async () => ({
  default: (await import('./AccountPreferences.tsx')).AccountPreferences,
}));
const LiveUpdates = lazy(async () => ({ default: (await import('./LiveUpdates.tsx')).LiveUpdates }));

/** The whole application: theme, server state, routes. */
export function App({ router }: { router: ReturnType<typeof createRouter> }) {
  const [queryClient] = useState(createQueryClient);
  const { isAuthenticated, awaited } = useSession();
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      cssVariablesResolver={cssVariablesResolver}
    >
      <QueryClientProvider client={queryClient}>
        <AppBoundary>
          <SessionCache />
          <KeptKeys />
          <IdleSignOut />
          <Suspense fallback={null}>{isAuthenticated && <LiveUpdates />}</Suspense>
          <Suspense fallback={null}>
            {(isAuthenticated || awaited !== undefined) && <AccountPreferences />}
          </Suspense>
          <RouterProvider router={router} />
        </AppBoundary>
      </QueryClientProvider>
    </MantineProvider>
  );
}
