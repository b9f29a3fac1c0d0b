import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface BreakableProxy {
  readonly port: number;
  /** Passes nothing on any more over the connections there are. */
  hold(): void;
  /** Breaks every connection and refuses new ones until `mend`. */
  cut(): void;
  /** @param to another port, of a server that was started anew */
  mend(to?: number): void;
  close(): Promise<void>;
}

/** Passes bytes on to a port of this machine, and can be cut as a network can. */
export async function startBreakableProxy(target: number): Promise<BreakableProxy> {
  const open = new Set<Socket>();
  let isCut = false;
  let goal = target;
  const server = createServer((near) => {
    if (isCut) {
      near.resetAndDestroy();
      return;
    }
    const far = connect(goal, '127.0.0.1');
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => open.delete(socket));
    }
    near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const breakAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    hold: () => {
      for (const socket of open) socket.unpipe();
    },
    cut: () => {
      isCut = true;
      breakAll();
    },
    mend: (to = goal) => {
      goal = to;
      isCut = false;
    },
    close: async () => {
      breakAll();
      server.close();
      await once(server, 'close');
    },
  };
}
