import {
  type ReviewReply,
  reviewReply,
  type VersionsReply,
  versionsReply,
} from '@second-read/contract/reviews';
import type { Change } from '@second-read/core/review/change';
import { z } from 'zod';
import { type RequestOptions, request } from '../calls/client.ts';

type Call = Omit<RequestOptions<ReviewReply>, 'schema'>;

function call(reportId: string, path: string, options: Call = {}): Promise<ReviewReply> {
  return request(`/api/reports/${encodeURIComponent(reportId)}/${path}`, { ...options, schema: reviewReply });
}

/** The version that is being written, or where none is, the one in force. */
export function fetchReview(reportId: string, signal?: AbortSignal): Promise<ReviewReply> {
  return call(reportId, 'reviews/current/', signal && { signal });
}

/** A version as it was signed; the caller may do nothing with it. */
export function fetchVersion(reportId: string, version: number, signal: AbortSignal): Promise<ReviewReply> {
  return call(reportId, `versions/${version}/`, { signal });
}

/** Begins or resumes: the caller holds the report from then on. */
export function startReview(reportId: string): Promise<ReviewReply> {
  return call(reportId, 'reviews/', { method: 'POST' });
}

/** Gives the report back; what was changed stays. */
export function releaseReview(reportId: string): Promise<unknown> {
  const path = `/api/reports/${encodeURIComponent(reportId)}/reviews/current/`;
  return request(path, { method: 'DELETE', schema: z.unknown() });
}

/** All changes are kept, or none. @throws ApiError 412 where the report is no longer as `etag` says */
export function sendChanges(
  reportId: string,
  changes: readonly Change[],
  etag: string,
): Promise<ReviewReply> {
  return call(reportId, 'reviews/current/', { method: 'PATCH', json: { changes }, ifMatch: etag });
}

/** @param acceptsRemaining whether findings that are not decided are accepted with the signature */
export function signReport(reportId: string, etag: string, acceptsRemaining: boolean): Promise<ReviewReply> {
  const json = { accept_remaining: acceptsRemaining };
  return call(reportId, 'sign/', { method: 'POST', json, ifMatch: etag });
}

/** Takes back the signature that the caller just gave: the review goes on. */
export function undoSignature(reportId: string): Promise<ReviewReply> {
  return call(reportId, 'sign/', { method: 'DELETE' });
}

/** Without a reason an amendment that was left is taken up again. */
export function amendReport(reportId: string, reason?: string): Promise<ReviewReply> {
  return call(reportId, 'amendments/', { method: 'POST', json: { ...(reason && { reason }) } });
}

export function withdrawReport(reportId: string, reason: string): Promise<ReviewReply> {
  return call(reportId, 'withdraw/', { method: 'POST', json: { reason } });
}

/** Newest first. */
export function fetchVersions(reportId: string, signal?: AbortSignal): Promise<VersionsReply> {
  const path = `/api/reports/${encodeURIComponent(reportId)}/versions/`;
  return request(path, { schema: versionsReply, ...(signal && { signal }) });
}
