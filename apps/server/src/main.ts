import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import type { FastifyInstance } from 'fastify';
import { keepRetention } from './admin/keep-retention.ts';
import { type Config, createConfig } from './config/config.ts';
import { readEnvironment } from './config/environment.ts';
import { unknownVariableLines } from './config/unknown-variables.ts';
import { type AppContext, createContext } from './context.ts';
import { buildApp } from './http/app.ts';
import { setupLink } from './modules/accounts/index.ts';
import { keepHeads } from './modules/audit/index.ts';
import { ensureDemoAccount, seedDemo } from './modules/demo/index.ts';
import { requireDataKeys } from './modules/patients/index.ts';
import { clearOwnSpool } from './platform/spool/spool-folder.ts';
import { type Lifecycle, type Running, runProcess } from './process-lifecycle.ts';
import { takeUpWork } from './take-up-work.ts';

/** HTTP and one queue worker in one process. */
async function startServer({ onFatal, forceShutdown }: Lifecycle): Promise<Running> {
  const config = createConfig(readEnvironment(process.env));
  for (const line of unknownVariableLines(process.env)) console.warn(line);
  if (config.compute.threads === 0) collectLessOften();
  const context = await createContext(config, { onFatal, forceShutdown: forceShutdown.signal });
  try {
    await requireDataKeys(context);
    await ensureDemoAccount(context);
    await takeUpWork(context);
    const app = await buildApp(context);
    await app.listen({ host: config.http.host, port: config.http.port });
    if (config.hasDemoSamples) {
      seedDemo(context).catch((error: unknown) => {
        if (!context.pool.ending) context.log.error({ err: error }, 'the demo could not be filled');
      });
    }
    console.log(readyLine(config, app));
    const link = await setupLink(addressOf(config, app), context);
    if (link) console.log(`Set up your organization and its first administrator: ${link}`);
    const stopKeeping = keepAuditHeads(context);
    const stopErasing = keepRetention(context);
    const stop = () => {
      stopKeeping();
      stopErasing();
      return stopServer(app, context, forceShutdown);
    };
    return { log: context.log, stop };
  } catch (error) {
    await context.close();
    throw error;
  }
}

function keepAuditHeads(context: AppContext): () => void {
  const { auditHeads } = context.config;
  if (auditHeads === null) return () => {};
  return keepHeads(context, { place: context.openOffHost(auditHeads.place), minutes: auditHeads.minutes });
}

/**
 * Lets the heap double before it is collected. As V8 comes, it collects whenever 8 MB were received and
 * dropped, for uploads lie outside of its heap, and that took a third of what accepting a picture costs.
 * Compute threads share this setting and hold whole pictures: not where they run.
 */
function collectLessOften(): void {
  setFlagsFromString('--heap-growing-percent=100');
}

/**
 * New calls are refused first; calls that wait for an analysis get it, as long as the grace lasts. What runs
 * then on an embedded database is given up: the next start takes it up again.
 */
async function stopServer(
  app: FastifyInstance,
  context: AppContext,
  forceShutdown: AbortController,
): Promise<void> {
  const { config } = context;
  // What is answered from now on is the last on its connection, which would else wait for the next call.
  app.server.keepAliveTimeout = 1;
  const closed = app.close();
  const grace = sleep(config.shutdownGraceMs, undefined, { signal: forceShutdown.signal }).catch(() => {});
  await Promise.race([closed, grace]);
  if (config.database.kind === 'embedded') forceShutdown.abort();
  await context.close();
  app.server.closeAllConnections();
  await closed;
  // Uploads that were cut just now may have written once more.
  await clearOwnSpool(config.uploadDir);
}

function readyLine(config: Config, app: FastifyInstance): string {
  const { productName, demoAccount } = config;
  const account = demoAccount && ` (demo account: ${demoAccount.username}, password ${demoAccount.password})`;
  return `${productName} is ready at ${addressOf(config, app)}${account ?? ''}`;
}

/** As a browser on this computer reaches it. */
function addressOf({ http }: Config, app: FastifyInstance): string {
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : '';
  const host = typeof address === 'object' && address !== null ? address.address : 'localhost';
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `${http.tls ? 'https' : 'http'}://${shown}:${port}`;
}

await runProcess(startServer);
