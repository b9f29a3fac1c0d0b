import type { App } from '../../calls/caller.ts';
import type { AppContext } from '../../context.ts';
import { assignRoutes } from './assign-routes.ts';
import { eventsRoute } from './events-route.ts';
import { mineRoutes } from './mine-routes.ts';
import { worklistRoute } from './worklist-route.ts';

export function worklistRoutes(app: App, context: AppContext): void {
  for (const route of [worklistRoute, eventsRoute, mineRoutes, assignRoutes]) route(app, context);
}
