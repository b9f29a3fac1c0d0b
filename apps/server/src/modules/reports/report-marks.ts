import { anyReadingOf, examOf } from '@second-read/analyses/stored-reading';
import { type MarksReply, marksQuerystring, marksReply, marksShown } from '@second-read/contract/marks';
import { reportParams } from '@second-read/contract/reports';
import { marksOf } from '@second-read/core/report/marks-of';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type App, callerOf, clientOf } from '../../calls/caller.ts';
import { scopeOf } from '../../calls/require-right.ts';
import type { AppContext } from '../../context.ts';
import { recordAudit } from '../audit/index.ts';
import { denyReport } from './deny-report.ts';
import { requireSeen } from './hide-results.ts';
import { findReport, type StoredReport } from './reports.repository.ts';
import { sliceMarks } from './slices/exam-slice-marks.ts';

const candidates = z.array(
  z.object({
    ...{ type: z.string(), x: z.number(), y: z.number() },
    ...{ width: z.number(), height: z.number(), score: z.number() },
  }),
);

/** `/api/reports/{id}/marks/`: places above and below the report's operating point. */
export function reportMarks(app: App, context: AppContext): void {
  const tags = ['reports'];
  const read = { tags, summary: 'Marks above and below the operating point', params: reportParams };
  app.get(
    '/api/reports/:id/marks/',
    { schema: { ...read, querystring: marksQuerystring, response: { 200: marksReply } } },
    async (request) => {
      const stored = await subjectOf(request, request.params.id, context);
      return marksReplyOf(stored, request.query.slice, context);
    },
  );
  const shown = {
    tags,
    summary: 'Notes how many marks were looked at',
    params: reportParams,
    body: marksShown,
  };
  app.post(
    '/api/reports/:id/marks/shown/',
    { schema: { ...shown, response: { 204: z.null() } } },
    async (request, reply) => {
      const stored = await subjectOf(request, request.params.id, context);
      const { slice } = request.body;
      const { own } = await marksReplyOf(stored, slice, context);
      const event = { action: 'report.marks_shown', by: callerOf(request), from: clientOf(request) } as const;
      const details = { shown: request.body.shown, own, ...(slice !== undefined && { slice }) };
      await recordAudit(context.db, { ...event, subjectId: stored.report.id, details }, context);
      return reply.code(204).send(null);
    },
  );
}

async function marksReplyOf(
  stored: StoredReport,
  slice: number | undefined,
  context: AppContext,
): Promise<MarksReply> {
  const { marks, own } = examOf(stored.machine)
    ? await sliceMarks(stored, slice ?? 0, context)
    : pictureMarks(stored);
  return { marks: marks.map(({ isNamed, ...mark }) => ({ ...mark, is_named: isNamed })), own };
}

function pictureMarks({ report, machine }: StoredReport): ReturnType<typeof marksOf> {
  const { findings } = anyReadingOf(machine.reading);
  return marksOf(candidates.parse(report.candidates), findings, report.study);
}

/** @throws Problem `not_found`, the attempt is on record; `read_first` */
async function subjectOf(request: FastifyRequest, name: string, context: AppContext): Promise<StoredReport> {
  const caller = callerOf(request);
  const id = name.replaceAll('\0', '');
  const stored = await findReport(context, { id, ...scopeOf(caller) });
  if (!stored) throw await denyReport(id, request, context);
  await requireSeen(caller, stored, context);
  return stored;
}
