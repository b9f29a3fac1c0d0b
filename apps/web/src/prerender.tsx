import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { createQueryClient } from './api/calls/query-client.ts';
import { Layout } from './app/layout/Layout.tsx';
import { paths } from './app/paths.ts';
import { LandingScreen } from './app/screens/LandingScreen.tsx';
import { cssVariablesResolver, theme } from './ui/theme.ts';

/**
 * The landing page as a visitor sees it first, in HTML: it stands in `index.html`, so that it is painted
 * before any script has come. Run while building, by `build/prerender-landing.ts`.
 */
export function prerenderLanding(): string {
  const router = createMemoryRouter([
    { Component: Layout, children: [{ path: paths.home, Component: LandingScreen }] },
  ]);
  return renderToString(
    <MantineProvider theme={theme} defaultColorScheme="auto" cssVariablesResolver={cssVariablesResolver}>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}
