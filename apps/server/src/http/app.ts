import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { App } from '../calls/caller.ts';
import type { AppContext } from '../context.ts';
import { accessLogRoutes } from '../modules/access-log/index.ts';
import { accountRoutes } from '../modules/accounts/index.ts';
import { alarmRoutes } from '../modules/alarms/index.ts';
import { analysisRoutes } from '../modules/analyses/index.ts';
import { auditRoutes } from '../modules/audit/index.ts';
import { demoRoutes } from '../modules/demo/index.ts';
import { dicomWebRoutes } from '../modules/dicomweb/index.ts';
import { dryRunRoutes } from '../modules/dry-run/index.ts';
import { liveTryRoutes } from '../modules/live-try/index.ts';
import { mediaRoutes } from '../modules/media/index.ts';
import { pacsRoutes } from '../modules/pacs/index.ts';
import { phraseRoutes } from '../modules/phrases/index.ts';
import { drawReviewed, reportRoutes } from '../modules/reports/index.ts';
import { settingsRoutes } from '../modules/settings/index.ts';
import { siteRoutes } from '../modules/site/index.ts';
import { trialRoutes } from '../modules/trials/index.ts';
import { worklistRoutes } from '../modules/worklist/index.ts';
import { authenticate } from './access/authenticate.ts';
import { allowViewerOrigins } from './access/viewer-origins.ts';
import { watchBodyPace } from './bodies/body-pace.ts';
import { parseJsonBodies } from './bodies/json-body.ts';
import { answerBrokenRequest, answerErrors, problemOf, sendProblem } from './errors.ts';
import { openApi } from './pages/openapi.ts';
import { securityHeaders } from './pages/security-headers.ts';
import { webFiles } from './pages/web-files.ts';
import { healthRoutes } from './telemetry/health.ts';
import { metricsRoutes } from './telemetry/metrics.ts';
import { traceRequests } from './telemetry/trace-requests.ts';
import { keepTls, tlsOptions } from './transport/tls.ts';
import { trustedHops } from './transport/trusted-hops.ts';

/** Time for the largest upload over a slow line; `watchBodyPace` sets the minimum pace. */
const requestTimeoutMs = 15 * 60_000;
const headersTimeoutMs = 8_000;
const jsonBodyBytes = 64 * 1024;

/** The HTTP server: routes of every module, the built browser application, and their guards. */
export async function buildApp(context: AppContext): Promise<FastifyInstance> {
  const app = bareApp(context);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  parseJsonBodies(app);
  answerErrors(app);
  watchBodyPace(app);
  logRequests(app);
  warnOfProxies(app, context);
  traceRequests(app, context);
  keepTls(app, context);
  await securityHeaders(app, context);
  await limitRequests(app, context);
  await app.register(compress, { global: true, threshold: 1024, encodings: ['br', 'gzip', 'identity'] });
  await app.register(multipart, { throwFileSizeLimit: false });
  await openApi(app, context);
  allowViewerOrigins(app, context);
  authenticate(app, context);
  healthRoutes(app, context);
  metricsRoutes(app, context);
  for (const routes of [
    siteRoutes,
    liveTryRoutes,
    accountRoutes,
    trialRoutes,
    analysisRoutes,
    reportRoutes,
    worklistRoutes,
    phraseRoutes,
    alarmRoutes,
    pacsRoutes,
    auditRoutes,
    accessLogRoutes,
    settingsRoutes,
    demoRoutes,
    dryRunRoutes,
    dicomWebRoutes,
  ]) {
    routes(app, context);
  }
  mediaRoutes(app, context, drawReviewed);
  await webFiles(app);
  await app.ready();
  return app as unknown as FastifyInstance;
}

/** Over TLS, Fastify's server type differs; routes do not care. */
function bareApp({ config, log }: Pick<AppContext, 'config' | 'log'>): App {
  const { tls, trustProxy } = config.http;
  const sockets = { headersTimeout: headersTimeoutMs, connectionsCheckingInterval: 1_000 };
  return Fastify({
    ...(tls ? { https: { ...sockets, ...tlsOptions(tls) } } : { http: sockets }),
    loggerInstance: log as FastifyBaseLogger,
    // Paths and queries name patients; `logRequests` writes route patterns instead.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: typeof trustProxy === 'number' ? trustedHops(trustProxy) : trustProxy,
    bodyLimit: jsonBodyBytes,
    requestTimeout: requestTimeoutMs,
    // A HEAD would do all the work of its GET, and is answered before that ends: no limit would hold it.
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    forceCloseConnections: 'idle',
    // Requests received before shutdown get their response.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => void sendProblem(problemOf(error), request, reply),
    clientErrorHandler: answerBrokenRequest,
  } as FastifyServerOptions).withTypeProvider<ZodTypeProvider>();
}

function logRequests(app: App): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.is404 ? 'none' : request.routeOptions.url;
    const ms = Math.round(reply.elapsedTime);
    request.log.info({ method: request.method, route, status: reply.statusCode, ms }, 'request');
  });
}

async function limitRequests(app: App, { config }: Pick<AppContext, 'config'>): Promise<void> {
  const max = config.limits.requestsPerMinute;
  if (max > 0) await app.register(rateLimit, { global: true, max, timeWindow: '1 minute' });
}

/**
 * Warns once about ignored forwarded headers: behind an unconfigured proxy all callers have its address, in
 * the audit trail and in sign-in limits.
 */
function warnOfProxies(app: App, { log }: Pick<AppContext, 'log'>): void {
  let isSaid = false;
  app.addHook('onRequest', async (request) => {
    const address = request.socket.remoteAddress;
    if (isSaid || request.headers['x-forwarded-for'] === undefined || request.ip !== address) return;
    isSaid = true;
    log.warn(
      { address },
      'X-Forwarded-For comes from an address that is not trusted, and is ignored. If that is your proxy, set TRUST_PROXY.',
    );
  });
}
