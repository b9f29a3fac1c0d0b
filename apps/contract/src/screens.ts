/**
 * Paths of the browser's screens that belong to no clinical module; each module adds its `route`.
 * The server answers these with the application and any other path with 404.
 */
export const screenPaths = [
  '/',
  '/login',
  '/setup',
  '/help',
  '/help/:page',
  '/breast-overview',
  '/brain-ct-overview',
  '/demo',
  '/performance',
  '/security',
  '/dashboard',
  '/analysis/:id',
  '/analysis-history',
  '/series',
  '/series/:id',
  '/account',
  '/settings',
  '/audit-trail',
  '/administration',
  '/administration/:topic',
  '/worklist',
  '/agreement',
  '/verify',
  '/verify/:code',
] as const;
