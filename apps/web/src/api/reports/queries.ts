import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { fetchDashboard, fetchTrialCounts } from '../account/accounts.ts';
import {
  type EveryReportsQuery,
  fetchEveryReport,
  fetchExamSlices,
  fetchPriors,
  fetchReport,
  fetchReports,
  type ReportsQuery,
} from './reports.ts';
import { fetchReview } from './reviews.ts';

/** Remaining analyses; invalidate after each analysis. */
export const trialCountsQuery = queryOptions({
  queryKey: ['trials'],
  queryFn: ({ signal }) => fetchTrialCounts(signal),
  staleTime: 0,
});

/** The user and the usage; invalidate after each analysis. */
export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: ({ signal }) => fetchDashboard(signal),
  staleTime: 0,
});

/** Key of every list of reports; invalidate after each analysis. */
export const reportsKey = ['reports'] as const;

/** The review of a report as the server has it. */
export function reviewQuery(reportId: string) {
  return queryOptions({
    queryKey: ['review', reportId],
    queryFn: ({ signal }) => fetchReview(reportId, signal),
    staleTime: 0,
  });
}

/** One page of history. The page before stays visible while the next one loads. */
export function reportsQuery(query: ReportsQuery) {
  const { manifest, scope, page, after, pageSize, q } = query;
  return queryOptions({
    queryKey: [...reportsKey, manifest.id, scope, page, after, pageSize, q],
    queryFn: ({ signal }) => fetchReports(query, signal),
    placeholderData: keepPreviousData,
  });
}

/** One page over all modules, or counts alone. */
export function everyReportsQuery(query: EveryReportsQuery) {
  return queryOptions({
    queryKey: [...reportsKey, 'every', query],
    queryFn: ({ signal }) => fetchEveryReport(query, signal),
    placeholderData: keepPreviousData,
  });
}

/** Key of every single report. */
export const reportKey = ['report'] as const;

/** One stored report, or an earlier version of it as it was signed. */
export function reportQuery(manifest: ModuleManifest, id: string, version?: number) {
  return queryOptions({
    queryKey: [...reportKey, manifest.id, id, ...(version === undefined ? [] : [version])],
    queryFn: ({ signal }) => fetchReport(manifest, id, signal, version),
  });
}

/** The reports that one report can be compared with. */
export function priorsQuery(manifest: ModuleManifest, id: string) {
  return queryOptions({
    queryKey: ['priors', manifest.id, id],
    queryFn: ({ signal }) => fetchPriors(manifest, id, signal),
  });
}

/** The slices of an exam; their links are signed anew with each call. */
export function examSlicesQuery(id: string, version?: number) {
  return queryOptions({
    queryKey: ['exam-slices', id, ...(version === undefined ? [] : [version])],
    queryFn: ({ signal }) => fetchExamSlices(id, signal, version),
  });
}
