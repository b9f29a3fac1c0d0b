import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loginReply } from '../apps/contract/src/accounts.ts';
import { createConfig } from '../apps/server/src/config/config.ts';
import { readEnvironment } from '../apps/server/src/config/environment.ts';
import { type AppContext, createContext } from '../apps/server/src/context.ts';
import { buildApp } from '../apps/server/src/http/app.ts';
import { registerAnalysisWorker } from '../apps/server/src/modules/analyses/index.ts';
import { ensureDemoAccount } from '../apps/server/src/modules/demo/index.ts';
import type { Compute } from '../apps/server/src/platform/compute/compute.ts';
import { type Finding, median } from './measure.ts';

const rounds = 12;
/** What the call may take beyond the engine's own time, upload included, on this machine. */
const limitMs = 60;
const samples = new URL('../apps/web/public/samples/lung/', import.meta.url);

/**
 * The whole call against the engine's own time in the same call: real server, database, queue and threads.
 */
export async function benchProcessCall(): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'second-read-bench-'));
  const environment = { DATA_DIR: folder, PORT: '0', UPLOAD_LIMIT: '100000', LOG_LEVEL: 'error' };
  const context = await createContext(createConfig(readEnvironment(environment)));
  const engineMs: number[] = [];
  const measured: AppContext = { ...context, compute: recording(context.compute, engineMs) };
  await registerAnalysisWorker(measured);
  const app = await buildApp(measured);
  try {
    await ensureDemoAccount(measured);
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    return [await callAgainAndAgain(address, measured, engineMs)];
  } finally {
    await app.close();
    await context.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The real pool, with the time of each read written down. */
function recording(compute: Compute, engineMs: number[]): Compute {
  return {
    ...compute,
    read: async (task, options) => {
      const outcome = await compute.read(task, options);
      engineMs.push(outcome.timingsMs.total);
      return outcome;
    },
  };
}

async function callAgainAndAgain(address: string, context: AppContext, engineMs: number[]): Promise<Finding> {
  const authorization = await signIn(address, context);
  const name = 'nodule_0134_n0_s01.png';
  const picture = new Blob([await readFile(fileURLToPath(new URL(name, samples)))]);
  const calls: number[] = [];
  const overheads: number[] = [];
  const engine: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const form = new FormData();
    form.set('patient_id', `bench-${round}`);
    form.set('image', picture, name);
    const before = engineMs.length;
    const start = performance.now();
    const reply = await fetch(`${address}/api/lung_segmentation/process/`, {
      method: 'POST',
      headers: { authorization },
      body: form,
    });
    await reply.json();
    const call = performance.now() - start;
    const own = engineMs[before];
    if (!reply.ok || own === undefined) throw new Error(`the call answered ${reply.status}`);
    if (round === 0) continue;
    calls.push(call);
    engine.push(own);
    overheads.push(call - own);
  }
  const overhead = median(overheads);
  return {
    name: 'process call at concurrency 1: upload, queue, storage and reply included',
    ours: median(calls),
    against: "the engine's own time",
    peer: median(engine),
    aim: `at most ${limitMs} ms more (here ${overhead.toFixed(1)} ms)`,
    isMet: overhead <= limitMs,
  };
}

async function signIn(address: string, { config }: AppContext): Promise<string> {
  const { username, password } = config.demoAccount ?? { username: '', password: '' };
  const reply = await fetch(`${address}/api/accounts/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  if (!reply.ok) throw new Error(`signing in: ${reply.status} ${await reply.text()}`);
  return `Bearer ${loginReply.parse(await reply.json()).access}`;
}
