import type { AppContext } from '../../context.ts';
import type { App } from '../../http/caller.ts';
import { channelsRoute } from './channels-route.ts';
import { notificationRoutes } from './notification-routes.ts';

export { registerAlarmWorker } from './alarm-worker.ts';
export { raiseAlarm } from './raise-alarm.ts';

export function alarmRoutes(app: App, context: AppContext): void {
  notificationRoutes(app, context);
  channelsRoute(app, context);
}
