import { examOf } from '@second-read/analyses/stored-reading';
import {
  type ExamSlicesReply,
  examSlicesReply,
  reportParams,
  slicesQuery,
} from '@second-read/contract/reports';
import { and, eq, isNotNull } from 'drizzle-orm';
import { type App, callerOf, clientOf } from '../../../calls/caller.ts';
import { scopeOf } from '../../../calls/require-right.ts';
import type { AppContext } from '../../../context.ts';
import { analyses } from '../../../platform/database/schema.ts';
import { recordAudit } from '../../audit/index.ts';
import { signLink, type Viewer } from '../../media/index.ts';
import { denyReport } from '../deny-report.ts';
import { seenBy } from '../hide-results.ts';
import { findReport, type StoredReport } from '../reports.repository.ts';
import { reviewedSliceKey } from '../reviewed-picture.ts';
import { placeOf } from './exam-slice-place.ts';

/**
 * GET /api/reports/{id}/slices/: links to the pictures of an exam, label maps as its reader left them; of any
 * other report an empty list.
 */
export function examSlices(app: App, context: AppContext): void {
  const summary = 'The pictures of an exam that were read, in the order of its stack';
  const form = { params: reportParams, querystring: slicesQuery, response: { 200: examSlicesReply } };
  const schema = { tags: ['reports'], summary, ...form };
  app.get('/api/reports/:id/slices/', { schema }, async (request) => {
    const caller = callerOf(request);
    const id = request.params.id.replaceAll('\0', '');
    const stored = await findReport(context, { id, ...request.query, ...scopeOf(caller) });
    if (!stored) throw await denyReport(id, request, context);
    const event = { action: 'report.read', by: caller, from: clientOf(request), subjectId: id } as const;
    await recordAudit(context.db, { ...event, details: { part: 'slices' } }, context);
    const [seen = stored] = await seenBy(caller, [stored], context);
    return slicesOf(seen, caller, context);
  });
}

async function slicesOf(stored: StoredReport, viewer: Viewer, context: AppContext): Promise<ExamSlicesReply> {
  const { report, batchId, isHidden } = stored;
  const exam = examOf(report);
  if (!exam || batchId === null) return [];
  const rows = await context.db
    .select({
      ...{ slice: analyses.slice, frame: analyses.frame, sourceKey: analyses.sourceKey },
      examSlice: analyses.examSlice,
    })
    .from(analyses)
    .where(and(eq(analyses.batchId, batchId), isNotNull(analyses.examSlice)));
  const bySent = new Map(rows.map((row) => [row.slice, row]));
  return exam.slices.flatMap((slice) => {
    const { file, sent, status } = slice;
    const row = status === 'read' ? bySent.get(sent) : undefined;
    const images = row?.examSlice?.images;
    if (!row?.examSlice || !images) return [];
    const link = (key: string) => signLink(key, viewer, context);
    const reviewed = reviewedSliceKey(stored, slice);
    const labels = {
      label_map_url: link(reviewed ?? images.labels),
      ...(reviewed !== null && { machine_label_map_url: link(images.labels) }),
    };
    // Other files state nothing of their pixels: their picture has all that they have.
    const isDicom = row.examSlice.facts.bitsStored > 0;
    return [
      {
        ...(isDicom && row.sourceKey !== null && { dicom_url: link(row.sourceKey), frame: row.frame }),
        ...{ file, original_url: link(images.original), ...(!isHidden && labels) },
        ...placeOf(row.examSlice),
      },
    ];
  });
}
