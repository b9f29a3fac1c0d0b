import { createConfig } from './config/config.ts';
import { ConfigurationError, readEnvironment } from './config/environment.ts';
import { unknownVariableLines } from './config/unknown-variables.ts';
import { createContext } from './context.ts';
import { serveMetrics } from './http/telemetry/serve-metrics.ts';
import { requireDataKeys } from './modules/patients/index.ts';
import { type Lifecycle, type Running, runProcess } from './process-lifecycle.ts';
import { takeUpWork } from './take-up-work.ts';

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
    await takeUpWork(context);
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
