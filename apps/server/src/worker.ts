import { createConfig } from './config/config.ts';
import { ConfigurationError, readEnvironment } from './config/environment.ts';
import { unknownVariableLines } from './config/unknown-variables.ts';
import { createContext } from './context.ts';
import { serveMetrics } from './http/telemetry/serve-metrics.ts';
import { registerAlarmWorker } from './modules/alarms/index.ts';
import { registerAnalysisWorker } from './modules/analyses/index.ts';
import { registerPushWorker, requirePacsOwner } from './modules/pacs/index.ts';
import { requireDataKeys, sealEarlierPatients } from './modules/patients/index.ts';
import { fillReadingsInBackground } from './modules/reports/index.ts';
import { fillWorklistInBackground } from './modules/reviews/index.ts';
import { type Lifecycle, type Running, runProcess } from './process-lifecycle.ts';

/** A queue worker without HTTP: as many of them as there are machines. */
async function startWorker({ onFatal, forceShutdown }: Lifecycle): Promise<Running> {
  const config = createConfig(readEnvironment(process.env));
  for (const line of unknownVariableLines(process.env)) console.warn(line);
  if (config.worker.concurrency === 0) {
    throw new ConfigurationError('A worker with WORKER_CONCURRENCY=0 would do nothing.');
  }
  const context = await createContext(config, {
    role: 'worker',
    onFatal,
    forceShutdown: forceShutdown.signal,
  });
  try {
    await requireDataKeys(context);
    await requirePacsOwner(context);
    await sealEarlierPatients(context);
    await registerAnalysisWorker(context);
    await registerPushWorker(context);
    await registerAlarmWorker(context);
    fillReadingsInBackground(context);
    fillWorklistInBackground(context);
    const metrics = await serveMetrics(context);
    const where = metrics ? `, its metrics at ${metrics.address}` : '';
    console.log(`${config.productName}: a worker takes ${config.worker.concurrency} at a time${where}`);
    const stop = () => context.close().finally(() => metrics?.close());
    return { log: context.log, stop };
  } catch (error) {
    await context.close();
    throw error;
  }
}

await runProcess(startWorker);
