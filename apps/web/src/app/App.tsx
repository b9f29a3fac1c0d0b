import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { RouterProvider } from 'react-router';
import { createQueryClient } from '../api/query-client.ts';
import { colorSchemeManager, cssVariablesResolver, theme } from '../ui/theme.ts';
import { IdleSignOut } from './IdleSignOut.tsx';
import { LiveUpdates } from './LiveUpdates.tsx';
import type { createRouter } from './router.tsx';
import { SessionCache } from './SessionCache.tsx';

/** The whole application: theme, server state, routes. */
export function App({ router }: { router: ReturnType<typeof createRouter> }) {
  const [queryClient] = useState(createQueryClient);
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      cssVariablesResolver={cssVariablesResolver}
    >
      <QueryClientProvider client={queryClient}>
        <SessionCache />
        <LiveUpdates />
        <IdleSignOut />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
