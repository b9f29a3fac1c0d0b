import type { AppContext } from '../../context.ts';
import type { App } from '../../http/caller.ts';
import { worklistRoute } from './worklist-route.ts';

export function worklistRoutes(app: App, context: AppContext): void {
  worklistRoute(app, context);
}
