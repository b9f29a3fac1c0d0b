import {
  type AgreementReply,
  agreementReply,
  type OpinionReply,
  opinionReply,
} from '@second-read/contract/opinions';
import type { Opinion } from '@second-read/core/review/opinion/opinion';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../calls/client.ts';

const pathOf = (reportId: string) => `/api/reports/${encodeURIComponent(reportId)}/opinion/`;

/** What the reader said of a report, and beside it others and the machine. */
export function opinionQuery(reportId: string) {
  return queryOptions({
    queryKey: ['report', 'opinion', reportId],
    queryFn: ({ signal }): Promise<OpinionReply> =>
      request(pathOf(reportId), { schema: opinionReply, signal }),
  });
}

/** Kept as it is given: the result is shown afterwards. */
export function giveOpinion(reportId: string, opinion: Opinion): Promise<OpinionReply> {
  return request(pathOf(reportId), { method: 'POST', json: opinion, schema: opinionReply });
}

/** How often readers and machine agree, and the reader's own choices. */
export const agreementQuery = queryOptions({
  queryKey: ['agreement'],
  queryFn: ({ signal }): Promise<AgreementReply> =>
    request('/api/agreement/', { schema: agreementReply, signal }),
  staleTime: 0,
});

export function chooseReadFirst(module: string, isOn: boolean): Promise<AgreementReply> {
  return request('/api/read-first/', {
    method: 'POST',
    json: { module, is_on: isOn },
    schema: agreementReply,
  });
}
