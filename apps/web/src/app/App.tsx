import { MantineProvider } from '@mantine/core';
import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { RouterProvider } from 'react-router';
import { dropKeysOfOthers } from '../api/account/kept-database.ts';
import { useSession } from '../api/account/session.ts';
import { createQueryClient } from '../api/calls/query-client.ts';
import { colorSchemeManager, cssVariablesResolver, theme } from '../ui/theme.ts';
import { AppBoundary } from './AppBoundary.tsx';
import { IdleSignOut } from './IdleSignOut.tsx';
import type { createRouter } from './router.tsx';

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

/** One user's replies are never shown to the next: they are dropped when the session's owner changes. */
function SessionCache() {
  const queryClient = useQueryClient();
  const owner = useSession().user?.id ?? null;
  useEffect(() => {
    return () => {
      if (owner !== null) queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'site' });
    };
  }, [owner, queryClient]);
  return null;
}

/**
 * Keys of waiting pictures last as long as their account's session in this browser: afterwards the pictures
 * stay sealed until the same account signs in again.
 */
function KeptKeys() {
  const owner = useSession().user?.id ?? null;
  useEffect(() => {
    // A browser that keeps nothing has nothing to drop.
    void dropKeysOfOthers(owner).catch(() => undefined);
  }, [owner]);
  return null;
}
