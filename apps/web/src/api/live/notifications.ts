import {
  type AlarmChannels,
  alarmChannelsReply,
  type NotificationCount,
  type NotificationsReply,
  notificationCount,
  notificationsReply,
  type ReadRequest,
} from '@second-read/contract/alarms';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../calls/client.ts';
import { isLiveNow } from './live.ts';

const refreshMs = () => (isLiveNow() ? false : 60_000);

/** How many urgent results the user has not read of. */
export function notificationCountQuery() {
  return queryOptions({
    queryKey: ['notifications', 'count'],
    queryFn: ({ signal }): Promise<NotificationCount> =>
      request('/api/notifications/count/', { schema: notificationCount, signal }),
    refetchInterval: refreshMs,
  });
}

/** The newest fifty. */
export function notificationsQuery() {
  return queryOptions({
    queryKey: ['notifications', 'list'],
    queryFn: ({ signal }): Promise<NotificationsReply> =>
      request('/api/notifications/', { schema: notificationsReply, signal }),
    staleTime: 0,
  });
}

/** Those of the named reports, or all. */
export function markNotifications(json: ReadRequest): Promise<NotificationCount> {
  return request('/api/notifications/read/', { method: 'POST', json, schema: notificationCount });
}

/** For administrators. */
export function alarmChannelsQuery() {
  return queryOptions({
    queryKey: ['notifications', 'channels'],
    queryFn: ({ signal }): Promise<AlarmChannels> =>
      request('/api/alarms/channels/', { schema: alarmChannelsReply, signal }),
    staleTime: 0,
  });
}
