import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { App } from '../../calls/caller.ts';
import { watchBodyPace } from './body-pace.ts';

/** Longer than the pace window. */
const stallMs = 9_000;

let app: FastifyInstance;
beforeAll(async () => {
  app = Fastify();
  watchBodyPace(app as unknown as App);
  app.addHook('onRequest', async () => stall());
  app.post('/', async (request) => request.body);
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

/** Simulates a process without processor time: nothing runs, and data waits in the socket. */
function stall(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, stallMs);
}

/** In a thread of its own: sends a head, and the body a second later. */
const caller = `
  const { parentPort, workerData } = require('node:worker_threads');
  const socket = require('node:net').connect(workerData, '127.0.0.1');
  const body = JSON.stringify({ said: 'in time' });
  let text = '';
  socket.on('data', (chunk) => { text += chunk; });
  socket.on('error', (error) => { text += error.message; });
  socket.on('close', () => parentPort.postMessage(text));
  socket.write('POST / HTTP/1.1\\r\\nhost: localhost\\r\\nconnection: close\\r\\ncontent-type: application/json\\r\\n' +
    'content-length: ' + body.length + '\\r\\n\\r\\n');
  setTimeout(() => socket.write(body), 1_000);
`;

it('does not blame a caller for a pause of the process', async () => {
  const { port } = app.server.address() as AddressInfo;
  const worker = new Worker(caller, { eval: true, workerData: port });
  const reply = await new Promise<string>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  expect(reply).toContain('200 OK');
  expect(reply).toContain('{"said":"in time"}');
});
