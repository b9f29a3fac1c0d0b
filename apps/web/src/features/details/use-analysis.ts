import { useQuery } from '@tanstack/react-query';
import { reportQuery } from '../../api/reports/queries.ts';
import { fetchDemoAnalysis, isDemoId, manifestOfAnalysisId } from './demo-analysis.ts';

/** The stored analysis of an id, of any module; demo ids are answered without the server. */
export function useAnalysis(id: string) {
  const stored = reportQuery(manifestOfAnalysisId(id), id);
  const demo = { ...stored, queryFn: () => fetchDemoAnalysis(id) };
  return useQuery(isDemoId(id) ? demo : stored);
}
