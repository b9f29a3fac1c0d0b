import { type MarksReply, marksReply } from '@second-read/contract/marks';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { request } from '../calls/client.ts';

const pathOf = (reportId: string) => `/api/reports/${encodeURIComponent(reportId)}/marks/`;

/** What the engine thought of, also below the report's operating point. */
export function marksQuery(reportId: string) {
  return queryOptions({
    queryKey: ['report', 'marks', reportId],
    queryFn: ({ signal }): Promise<MarksReply> => request(pathOf(reportId), { schema: marksReply, signal }),
  });
}

/** For the audit trail. */
export function noteMarksShown(reportId: string, shown: number): Promise<unknown> {
  return request(`${pathOf(reportId)}shown/`, { method: 'POST', json: { shown }, schema: z.unknown() });
}
