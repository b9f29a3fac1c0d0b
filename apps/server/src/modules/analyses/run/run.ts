import type { AnalysisRow } from '../analyses.repository.ts';

/** An analysis that a worker has taken; the token tells its run from an earlier one that died. */
export type Run = AnalysisRow & { readonly runToken: string };
