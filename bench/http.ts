import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { hashPassword, isPassword } from '../apps/server/src/modules/accounts/passwords/passwords.ts';
import { processorMs } from './engines/processor-time.ts';
import { compare, type Finding, ratioFinding } from './measure.ts';
import { type Served, withServer } from './served.ts';
import { signIn } from './sign-in.ts';

const requests = 3_000;
const atOnce = 16;
const logins = 60;
/** Until the server runs the code that it made of what it runs often. */
const firstLogins = 40;

/**
 * The server's processor time for its smallest reply and for a sign-in, against what neither can fall below.
 */
export function benchHttp(): Promise<Finding[]> {
  return withServer(async (served) => [await smallestReply(served), await login(served)]);
}

async function smallestReply({ address, api }: Served): Promise<Finding> {
  const bare = spawn(process.execPath, ['-e', bareServer], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = await once(bare.stdout, 'data');
  const cost = async (pid: number, url: string) => {
    await ask(url, 200);
    const before = processorMs(pid);
    await ask(url, requests);
    return (processorMs(pid) - before) / requests;
  };
  try {
    const ours = await cost(api.pid, `${address}/healthz`);
    const peer = await cost(bare.pid ?? 0, `http://127.0.0.1:${String(port).trim()}/`);
    return ratioFinding(
      'one GET of /healthz: processor time of the server',
      'bare node http',
      { ours, peer },
      10,
    );
  } finally {
    bare.kill();
  }
}

const bareServer = `
  const server = require('node:http').createServer((_, reply) => reply.setHeader('content-type', 'application/json').end('{"status":"ok"}'));
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;

async function ask(url: string, times: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  let left = times;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      get(url, { agent }, (reply) => reply.resume().once('end', resolve)).once('error', reject);
    });
  const line = async () => {
    while (left-- > 0) await one();
  };
  await Promise.all(Array.from({ length: atOnce }, line));
  agent.destroy();
}

async function login({ address, api, account }: Served): Promise<Finding> {
  const hash = await hashPassword(account.password);
  for (let at = 0; at < firstLogins; at += 1) await signIn(address, account);
  const before = processorMs(api.pid);
  for (let at = 0; at < logins; at += 1) await signIn(address, account);
  const ours = (processorMs(api.pid) - before) / logins;
  const { peer } = await compare(
    () => {},
    () => isPassword(account.password, hash),
    logins,
  );
  return ratioFinding(
    'one sign-in: processor time of the server',
    'its argon2 hash alone',
    { ours, peer },
    1.5,
  );
}
