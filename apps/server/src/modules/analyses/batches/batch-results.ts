import { readingOf, urgencyOf } from '@second-read/analyses/stored-reading';
import { batchParams, batchResultsReply, type SliceResult } from '@second-read/contract/batches';
import { nothingFound } from '@second-read/core/report/urgency';
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import { type App, type Caller, callerOf, clientOf } from '../../../calls/caller.ts';
import { Problem } from '../../../calls/problem.ts';
import { scopeOf } from '../../../calls/require-right.ts';
import type { AppContext } from '../../../context.ts';
import { analyses, reports } from '../../../platform/database/schema.ts';
import { recordAudit } from '../../audit/index.ts';
import { openPatient } from '../../patients/index.ts';
import { hiddenResults } from '../../reviews/index.ts';
import { reportIdOf } from '../results/blob-keys.ts';
import { findBatch } from './batches.repository.ts';
import { readBatch } from './read-batch.ts';

/**
 * GET /api/batches/{id}/results/: every slice that arrived, the most urgent first; the trail says who read
 * it.
 */
export function batchResults(app: App, context: AppContext): void {
  const schema = {
    tags: ['batches'],
    summary: 'What was found on the slices of a series, the most urgent first',
    params: batchParams,
    response: { 200: batchResultsReply },
  };
  app.get('/api/batches/:id/results/', { schema }, async (request) => {
    const caller = callerOf(request);
    const { db, config } = context;
    const batch = await findBatch(db, { id: request.params.id, ...scopeOf(caller) });
    if (!batch) throw new Problem('not_found', 'This series does not exist.');
    const results = await resultsOf(batch.id, caller, context);
    const details = { module: batch.module, slices: results.length };
    const event = { action: 'batch.read', by: caller, from: clientOf(request), subjectId: batch.id } as const;
    await recordAudit(db, { ...event, details }, context);
    const patientId = openPatient('batches', batch, config.keys);
    return { batch: await readBatch(batch, caller, context), patient_id: patientId, results };
  });
}

async function resultsOf(id: string, caller: Caller, { db }: Pick<AppContext, 'db'>): Promise<SliceResult[]> {
  const rows = await db
    .select({
      analysis: analyses,
      wire: reports.wire,
      reading: reports.reading,
      study: reports.study,
      at: reports.createdAt,
    })
    .from(analyses)
    .leftJoin(reports, eq(reports.analysisId, analyses.id))
    .where(and(eq(analyses.batchId, id), isNotNull(analyses.slice)))
    .orderBy(sql`${analyses.urgency} DESC NULLS LAST`, asc(analyses.slice));
  const made = rows.flatMap(({ analysis, wire, at }) =>
    wire && at ? [{ id: reportIdOf(analysis), module: analysis.module, isFinal: false, createdAt: at }] : [],
  );
  const hidden = await hiddenResults(db, caller, made);
  // Their order would tell what they are.
  const listed = hidden.size === 0 ? rows : rows.toSorted((a, b) => placeOf(a) - placeOf(b));
  return listed.map(({ analysis, wire, reading, study }) => {
    const isHidden = hidden.has(reportIdOf(analysis));
    const urgency = wire ? urgencyOf(readingOf({ module: analysis.module, wire, reading })) : nothingFound;
    return {
      slice: analysis.slice ?? 0,
      instance_number: study?.instanceNumber ?? null,
      state: analysis.state,
      report_id: wire ? reportIdOf(analysis) : null,
      has_findings: !isHidden && urgency.value > 0,
      words: isHidden ? hiddenWords : wire ? urgency.words : (analysis.errorMessage ?? ''),
    };
  });
}

const hiddenWords = 'Hidden until you give your opinion';

function placeOf({ analysis }: { readonly analysis: { readonly slice: number | null } }): number {
  return analysis.slice ?? 0;
}
