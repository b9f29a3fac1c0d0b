import type { AppContext } from './context.ts';
import { registerAlarmWorker } from './modules/alarms/index.ts';
import { registerAnalysisWorker } from './modules/analyses/index.ts';
import { registerPushWorker, requirePacsOwner } from './modules/pacs/index.ts';
import { sealEarlierPatients } from './modules/patients/index.ts';
import { fillReadingsInBackground } from './modules/reports/index.ts';
import { fillWorklistInBackground } from './modules/reviews/index.ts';

/**
 * What server and worker have in common: the owner of the PACS is there, queued work is taken, and what
 * older versions left unfinished is completed in the background.
 * @throws ConfigurationError if the owner is missing
 */
export async function takeUpWork(context: AppContext): Promise<void> {
  await requirePacsOwner(context);
  await sealEarlierPatients(context);
  await registerAnalysisWorker(context);
  await registerPushWorker(context);
  await registerAlarmWorker(context);
  fillReadingsInBackground(context);
  fillWorklistInBackground(context);
}
