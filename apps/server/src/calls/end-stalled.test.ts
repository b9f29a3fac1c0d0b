import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { endStalled } from './end-stalled.ts';

const afterMs = 400;
let server: Server;
afterEach(() => server.close());

/** Sends without end, and says when the connection was closed. */
async function serve(chunkMs: number): Promise<{ port: number; closed: Promise<void> }> {
  let close: () => void = () => {};
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });
  server = createServer((_request, raw) => {
    endStalled({ raw }, afterMs);
    async function* endless() {
      for (;;) {
        yield Buffer.alloc(64 * 1024);
        if (chunkMs > 0) await sleep(chunkMs);
      }
    }
    const content = Readable.from(endless());
    content.on('error', () => {});
    raw.once('close', () => {
      content.destroy();
      close();
    });
    content.pipe(raw);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, closed };
}

function ask(port: number) {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nHost: test\r\n\r\n');
  return socket;
}

it('a reader that takes nothing loses its connection, and what was held for it is free', async () => {
  const { port, closed } = await serve(0);
  const socket = ask(port);
  socket.pause();
  await closed;
  socket.destroy();
});

it('a slow reader keeps it', async () => {
  const { port, closed } = await serve(20);
  const socket = ask(port);
  socket.resume();
  const first = await Promise.race([closed.then(() => 'closed'), sleep(4 * afterMs).then(() => 'open')]);
  expect(first).toBe('open');
  socket.destroy();
  await closed;
});
