import type { App } from '../../calls/caller.ts';
import type { AppContext } from '../../context.ts';
import { preferencesRoutes } from './preferences-routes.ts';
import { settingsRoutes as routes } from './settings-routes.ts';

export { requireModule } from './require-module.ts';
export { noteRetention, type Retention, settingsOf, takeRetentions } from './settings.repository.ts';

export function settingsRoutes(app: App, context: AppContext): void {
  routes(app, context);
  preferencesRoutes(app, context);
}
