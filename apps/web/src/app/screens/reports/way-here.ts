import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useMay } from '../../../api/account/rights.ts';
import { markNotifications, notificationCountQuery } from '../../../api/live/notifications.ts';
import { manifestOfAnalysisId } from '../../../features/details/demo-analysis.ts';
import { writeHistoryAddress } from '../../../features/history/history-address.ts';
import { forgetSigned, useLastSigned } from '../../../features/review/sign/last-signed.ts';
import type { SignOrder } from '../../../features/review/sign/use-sign-order.ts';
import { paths } from '../../paths.ts';

export interface WayBack {
  readonly to: string;
  readonly label: string;
}

/** What a list hands over with the report that it opens. */
function useHandedOver(): Readonly<Record<string, unknown>> {
  const state: unknown = useLocation().state;
  return typeof state === 'object' && state !== null ? { ...state } : {};
}

/**
 * To the list that was left, as it was left; of a report opened elsewhere, to the reports of its module.
 */
export function useWayBack(id: string): WayBack {
  const { history, worklist } = useHandedOver();
  if (typeof worklist === 'string') return { to: paths.worklist + worklist, label: 'Back to Worklist' };
  const label = 'Back to Analysis History';
  if (typeof history === 'string') return { to: paths.history + history, label };
  const manifest = manifestOfAnalysisId(id);
  const address = writeHistoryAddress({
    manifest,
    facets: {},
    scope: 'my',
    q: '',
    page: 1,
    after: [],
  }).toString();
  return { to: address === '' ? paths.history : `${paths.history}?${address}`, label };
}

/** Whether the worklist sent the reader here to sign; the same object as long as the report is open. */
export function useSignOrderOfAddress(): SignOrder | null {
  const { sign } = useHandedOver();
  const [order] = useState(() => {
    const isOrder = typeof sign === 'object' && sign !== null && 'version' in sign;
    return isOrder && typeof sign.version === 'number' ? { version: sign.version } : null;
  });
  return order;
}

/** A notification of the report that is opened counts as read. */
export function useReadNotification(id: string, isStored: boolean): void {
  const client = useQueryClient();
  const { data } = useQuery({ ...notificationCountQuery(), enabled: useMay('read') && isStored });
  const hasUnread = (data?.unread ?? 0) > 0;
  useEffect(() => {
    if (!hasUnread) return;
    markNotifications({ report_ids: [id], read: true }).then(
      () => client.invalidateQueries({ queryKey: ['notifications'] }),
      // It stays unread, and can be marked by hand.
      () => undefined,
    );
  }, [id, hasUnread, client]);
}

/** Whether this report is the one signed last; one that is opened ends the notice of another. */
export function useSignedHere(id: string): boolean {
  const signed = useLastSigned()?.reportId;
  useEffect(() => {
    if (signed !== undefined && signed !== id) forgetSigned();
  }, [signed, id]);
  return signed === id;
}
