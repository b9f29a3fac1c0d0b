import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConfig } from '../apps/server/src/config/config.ts';
import { readEnvironment } from '../apps/server/src/config/environment.ts';
import { createContext } from '../apps/server/src/context.ts';
import { buildApp } from '../apps/server/src/http/app.ts';
import { ensureAccount, ensureOrganisation } from '../apps/server/src/modules/accounts/index.ts';
import { type Finding, median } from './measure.ts';

type App = Awaited<ReturnType<typeof buildApp>>;

const pairs = Number(process.env.BENCH_PAIRS ?? 300);
const maxDifference = 0.05;

/**
 * A refused sign-in of an account that exists against one that does not, in turn and each first every other
 * time, from addresses of their own: nothing is throttled, and what else the machine does falls on both.
 */
export async function benchUserEnumeration(): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'second-read-bench-'));
  const environment = { DATA_DIR: folder, LOG_LEVEL: 'silent', RATE_LIMIT_PER_MINUTE: '0' };
  const context = await createContext(createConfig(readEnvironment(environment)));
  const app = await buildApp(context);
  try {
    const { id: organisationId } = await ensureOrganisation({ name: 'Clinic', isDemo: false }, context);
    const account = { username: 'known', email: 'known@clinic.example', fullName: 'Known' };
    await ensureAccount({ ...account, organisationId, password: 'Correct-Horse-7' }, context);
    return [await measure(app)];
  } finally {
    await app.close();
    await context.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(app: App): Promise<Finding> {
  const times: Record<string, number[]> = { known: [], unknown: [] };
  for (let pair = -5; pair < pairs; pair += 1) {
    const order = pair % 2 === 0 ? ['known', 'unknown'] : ['unknown', 'known'];
    for (const username of order) {
      const ms = await refuse(app, username, `10.${(pair + 5) >> 8}.${(pair + 5) & 255}.1`);
      if (pair >= 0) times[username]?.push(ms);
    }
  }
  const [unknown, known] = [median(times.unknown ?? []), median(times.known ?? [])];
  return {
    name: `refused sign-in of an unknown account, median of ${pairs} interleaved pairs`,
    ours: unknown,
    against: 'of a known one',
    peer: known,
    aim: `within ${maxDifference * 100} % (here ${((unknown / known - 1) * 100).toFixed(1)} %)`,
    isMet: Math.abs(unknown / known - 1) <= maxDifference,
  };
}

async function refuse(app: App, username: string, remoteAddress: string): Promise<number> {
  const payload = { username, password: 'wrong' };
  const start = performance.now();
  const reply = await app.inject({ method: 'POST', url: '/api/accounts/login/', payload, remoteAddress });
  const ms = performance.now() - start;
  if (reply.statusCode !== 401) throw new Error(`the sign-in answered ${reply.statusCode}`);
  return ms;
}
