import { moduleOf } from '@second-read/analyses/catalogue';
import type { PushForm } from '@second-read/contract/pacs';
import type { AnalysisId } from '@second-read/core/analysis/manifest';
import type { AppContext } from '../../context.ts';
import { sweepRegularly } from '../../platform/sweep/sweep-regularly.ts';
import { publishPush, pushesQueue } from './push-queue.ts';
import { findUnsent, findWaiting, orderPush } from './pushes.repository.ts';
import { runPush } from './run-push.ts';

const concurrency = 2;
/** A lost job is published again after this time. */
const waitingMs = 60_000;
/** Reports from before automatic pushing was enabled are not sent. */
const automaticWithinMs = 24 * 3_600_000;

/** Takes pushes from the queue until the context closes. Does nothing without an archive. */
export async function registerPushWorker(context: AppContext): Promise<void> {
  const { pacs, queue, log } = context;
  if (!pacs) return;
  await queue.work(pushesQueue, { concurrency }, async ({ id, round }, signal) => {
    if (id === undefined || round === undefined) return log.error('a job without a push was dropped');
    await runPush({ id, round: Number(round) }, signal, context);
  });
  sweepRegularly(context, () => sweepPushes(context), 'waiting pushes were not looked for');
}

/** Requests automatic pushes, and publishes lost jobs again. Safe in many processes. */
export async function sweepPushes(context: AppContext): Promise<void> {
  if (context.config.pacs?.push === 'automatic') await orderAutomatic(context);
  const before = new Date(context.now().getTime() - waitingMs);
  for (const row of await findWaiting(context.db, before)) await publishPush(row, context);
}

/**
 * Only results of pictures from the archive, which have its patient ID and a study to join. Uploads under a
 * typed ID are sent on request only.
 */
async function orderAutomatic(context: AppContext): Promise<void> {
  const { db, now } = context;
  const since = new Date(now().getTime() - automaticWithinMs);
  for (const { userId, module, ...report } of await findUnsent(db, since)) {
    const rows = await db.transaction(async (tx) => {
      const order = { report, userId, isAutomatic: true };
      const ordered = [];
      for (const form of automaticForms(module)) ordered.push(await orderPush(tx, { ...order, form }, now()));
      return ordered;
    });
    for (const row of rows) if (row) await publishPush(row, context);
  }
}

/** What follows from the image; the PDF is sent on request. */
function automaticForms(module: AnalysisId): PushForm[] {
  const forms: PushForm[] = ['dicom-sr', 'dicom-seg', 'dicom-sc'];
  return moduleOf(module).coding.cad ? [...forms, 'dicom-cad-sr'] : forms;
}
