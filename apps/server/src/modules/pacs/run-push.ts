import { pushForm } from '@second-read/contract/pacs';
import type { ArchivedStudy } from '@second-read/core/encode/export-record';
import { Problem } from '../../calls/problem.ts';
import type { AppContext } from '../../context.ts';
import { loggableError } from '../../platform/log/loggable-error.ts';
import { type Pacs, PacsFailure, pacsReasons } from '../../platform/pacs/pacs.ts';
import { TryAgain } from '../../platform/queue/queue.ts';
import { organisationName } from '../accounts/index.ts';
import { recordAudit } from '../audit/index.ts';
import {
  findPictureOrigin,
  findReport,
  instanceOfFile,
  pushedFile,
  type StoredReport,
} from '../reports/index.ts';
import { maxTries } from './push-queue.ts';
import { deletePush, findPush, type PushRow, updatePush } from './pushes.repository.ts';

interface Failure {
  readonly reason: string;
  readonly message: string;
  readonly isLasting: boolean;
}

/** The archive has changed since the picture was fetched. */
class Mismatch extends Error {
  constructor(
    readonly reason: 'study_missing' | 'other_patient',
    message: string,
  ) {
    super(message);
  }
}

/**
 * Sends one form of one report. Throws only if the queue should retry, with growing pauses. Idempotent: its
 * UIDs are derived from the report.
 */
export async function runPush(
  job: { readonly id: string; readonly round: number },
  stopping: AbortSignal,
  context: AppContext,
): Promise<void> {
  const row = await findPush(context.db, job.id);
  if (row?.state !== 'queued' || row.round !== job.round) return;
  let sent: { readonly sha256?: string };
  try {
    sent = await send(row, stopping, context);
  } catch (error) {
    // A shutdown of this process is not a failure of the archive.
    if (stopping.aborted) throw error;
    return await settleFailure(row, error, context);
  }
  await settle(row, { state: 'sent', reason: null, message: null }, context, sent);
}

/** @returns the digest of the drawn report that was sent, for the trail */
async function send(
  row: PushRow,
  signal: AbortSignal,
  context: AppContext,
): Promise<{ readonly sha256?: string }> {
  const { pacs, db } = context;
  if (!pacs) throw new PacsFailure('unreachable', 'no PACS is configured any more');
  const { organisationId, reportId: id } = row;
  const stored = await findReport(context, { organisationId, id });
  if (!stored) throw new Error('the report of a push is gone');
  const archived = await archivedStudy(stored, pacs, signal, context);
  const organisation = await organisationName(db, organisationId);
  const form = pushForm.parse(row.form);
  const work = { by: { userId: row.userId, organisationId }, signal };
  const { sha256, ...file } = await pushedFile(stored, { form, organisation, archived }, work, context);
  await pacs.store(file, signal);
  return sha256 === undefined ? {} : { sha256 };
}

/**
 * The archive's current patient and study data for the results: requested each time and never stored.
 * Nothing is sent to a study that is gone or has another patient than the report. The study of an uploaded
 * file may not have arrived yet.
 */
async function archivedStudy(
  stored: StoredReport,
  pacs: Pacs,
  signal: AbortSignal,
  context: AppContext,
): Promise<ArchivedStudy | undefined> {
  const origin = await findPictureOrigin(context, stored.report);
  const instance = origin ?? instanceOfFile(stored);
  if (!instance) return undefined;
  const study = await pacs.findStudy(instance.studyUid, signal);
  if (!study && !origin) return undefined;
  if (!study) throw new Mismatch('study_missing', 'The PACS no longer has the study of this image.');
  if (study.patientId !== stored.report.patientId) {
    const message = 'The study in the PACS has another patient ID than this report.';
    throw new Mismatch('other_patient', message);
  }
  return { ...study, studyDescription: study.description };
}

async function settleFailure(row: PushRow, error: unknown, context: AppContext): Promise<void> {
  const { reason, message, isLasting } = failureOf(error);
  const tries = row.tries + 1;
  const isFinal = isLasting || tries >= maxTries;
  const log = { push: row.id, report: row.reportId, form: row.form, reason, tries, final: isFinal };
  context.log.warn({ ...log, ...causeOf(error) }, 'a result was not sent to the PACS');
  // An automatic push omits forms that do not apply.
  if (row.isAutomatic && reason === 'not_exportable' && row.form !== 'dicom-sr') {
    await deletePush(context.db, row.id);
    return;
  }
  if (isFinal) {
    await settle(row, { state: 'failed', tries, reason, message }, context);
    return;
  }
  await updatePush(context.db, row, { tries, reason, message }, context.now());
  throw new TryAgain(reason);
}

/** The archive's failure; for a bug its type and place. */
function causeOf(error: unknown): Record<string, unknown> {
  if (error instanceof PacsFailure) return { detail: error.detail };
  if (error instanceof Mismatch || error instanceof Problem) return {};
  const { kind, code, stack } = loggableError(error);
  return { kind, code, at: typeof stack === 'string' ? stack.split('\n')[0]?.trim() : undefined };
}

function failureOf(error: unknown): Failure {
  if (error instanceof PacsFailure) return { reason: error.reason, ...pacsReasons[error.reason] };
  if (error instanceof Mismatch) return { reason: error.reason, message: error.message, isLasting: true };
  if (error instanceof Problem) return { reason: error.code, message: error.message, isLasting: true };
  return { reason: 'internal_error', message: 'The result could not be created.', isLasting: false };
}

/** Ends a round with its audit entry. */
async function settle(
  row: PushRow,
  change: { state: 'sent' | 'failed'; tries?: number; reason: string | null; message: string | null },
  context: AppContext,
  sent: { readonly sha256?: string } = {},
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const updated = await updatePush(tx, row, change, context.now());
    if (!updated) return;
    const { form, tries, reason, isAutomatic } = updated;
    const event = {
      action: 'report.pushed',
      outcome: change.state === 'sent' ? 'success' : 'failure',
      by: row,
      from: null,
      subjectId: row.reportId,
      details: { form, tries, automatic: isAutomatic, ...sent, ...(reason !== null && { reason }) },
    } as const;
    await recordAudit(tx, event, context);
  });
}
