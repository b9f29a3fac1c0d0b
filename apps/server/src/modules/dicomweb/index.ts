import type { App } from '../../calls/caller.ts';
import type { AppContext } from '../../context.ts';
import { queryRoutes } from './query-routes.ts';
import { createServices } from './resolve.ts';
import { retrieveRoutes } from './retrieve-routes.ts';

/** DICOMweb of the stored images and their results, read only. */
export function dicomWebRoutes(app: App, context: AppContext): void {
  const services = createServices(context);
  queryRoutes(app, services);
  retrieveRoutes(app, services);
}
