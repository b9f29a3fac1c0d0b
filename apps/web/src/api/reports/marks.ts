import { type MarksReply, marksReply } from '@second-read/contract/marks';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { request } from '../calls/client.ts';

const pathOf = (reportId: string) => `/api/reports/${encodeURIComponent(reportId)}/marks/`;

/**
 * What the engine thought of, also below the report's operating point.
 * @param slice of an exam, from 0 along its stack
 */
export function marksQuery(reportId: string, slice?: number) {
  const path = slice === undefined ? pathOf(reportId) : `${pathOf(reportId)}?slice=${slice}`;
  return queryOptions({
    queryKey: ['report', 'marks', reportId, slice],
    queryFn: ({ signal }): Promise<MarksReply> => request(path, { schema: marksReply, signal }),
  });
}

/** For the audit trail. */
export function noteMarksShown(
  reportId: string,
  looked: { readonly shown: number; readonly slice?: number | undefined },
): Promise<unknown> {
  return request(`${pathOf(reportId)}shown/`, { method: 'POST', json: looked, schema: z.unknown() });
}
