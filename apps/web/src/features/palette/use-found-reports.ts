import { manifests } from '@second-read/analyses/manifests';
import type { ReportReply } from '@second-read/contract/reports';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { reportsQuery } from '../../api/reports/queries.ts';

/** Shorter texts are in too many patient IDs. */
const minTyped = 2;
const waitMs = 200;
const perModule = 4;

/** The newest reports of all modules whose patient ID contains what was typed. */
export function useFoundReports(typed: string) {
  const q = useSettled(typed.trim());
  const isAsked = q.length >= minTyped;
  const all = useQueries({
    queries: manifests.map((manifest) => ({
      ...reportsQuery({ manifest, scope: 'all', page: 1, pageSize: perModule, q }),
      enabled: isAsked,
    })),
  });
  const reports = isAsked ? all.flatMap(({ data }) => data?.results ?? []) : [];
  return {
    reports: reports.toSorted(newestFirst),
    isLoading: isAsked && all.some(({ isFetching }) => isFetching),
    hasFailed: isAsked && all.some(({ isError }) => isError),
  };
}

function newestFirst(a: ReportReply, b: ReportReply): number {
  return b.created_at.localeCompare(a.created_at);
}

/** What stood for a moment: not every letter is asked for. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), waitMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
