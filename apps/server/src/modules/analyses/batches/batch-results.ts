import { urgencyOfReport } from '@second-read/analyses/stored-reading';
import { batchParams, batchResultsReply, type SliceResult } from '@second-read/contract/batches';
import { nothingFound } from '@second-read/core/report/urgency';
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { AppContext } from '../../../context.ts';
import { type App, callerOf, clientOf } from '../../../http/caller.ts';
import { Problem } from '../../../http/problem.ts';
import { analyses, reports } from '../../../platform/database/schema.ts';
import { recordAudit } from '../../audit/index.ts';
import { openPatient } from '../../patients/index.ts';
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
    const { organisationId } = caller;
    const batch = await findBatch(db, { id: request.params.id, organisationId });
    if (!batch) throw new Problem('not_found', 'This series does not exist.');
    const results = await resultsOf(batch.id, context);
    const details = { module: batch.module, slices: results.length };
    const event = { action: 'batch.read', by: caller, from: clientOf(request), subjectId: batch.id } as const;
    await recordAudit(db, { ...event, details }, context);
    const patientId = openPatient('batches', batch, config.keys);
    return { batch: await readBatch(batch, context), patient_id: patientId, results };
  });
}

async function resultsOf(id: string, { db }: AppContext): Promise<SliceResult[]> {
  const rows = await db
    .select({ analysis: analyses, wire: reports.wire, reading: reports.reading, study: reports.study })
    .from(analyses)
    .leftJoin(reports, eq(reports.analysisId, analyses.id))
    .where(and(eq(analyses.batchId, id), isNotNull(analyses.slice)))
    .orderBy(sql`${analyses.urgency} DESC NULLS LAST`, asc(analyses.slice));
  return rows.map(({ analysis, wire, reading, study }) => {
    const urgency = wire ? urgencyOfReport({ module: analysis.module, wire, reading }) : nothingFound;
    return {
      slice: analysis.slice ?? 0,
      instance_number: study?.instanceNumber ?? null,
      state: analysis.state,
      report_id: wire ? reportIdOf(analysis) : null,
      has_findings: urgency.value > 0,
      words: wire ? urgency.words : (analysis.errorMessage ?? ''),
    };
  });
}
