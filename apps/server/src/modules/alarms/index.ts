import type { App } from '../../calls/caller.ts';
import type { AppContext } from '../../context.ts';
import { channelsRoute } from './channels-route.ts';
import { notificationRoutes } from './notification-routes.ts';

export { registerAlarmWorker } from './alarm-worker.ts';
export { raiseAlarm } from './raise-alarm.ts';

export function alarmRoutes(app: App, context: AppContext): void {
  notificationRoutes(app, context);
  channelsRoute(app, context);
}
