/// <reference types="node" />
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BatchReply } from '@second-read/contract/batches';

export interface Arrival {
  readonly slice: number;
  readonly key: string;
  readonly hasFile: boolean;
  readonly hasMasks: boolean;
}

export interface Refusal {
  readonly status: number;
  readonly code: string;
}

const id = '0190f1a0-0000-7000-8000-000000000001';

/**
 * Takes the slices of one batch over a real socket and keeps them while it is stopped; the real server is met
 * in e2e/.
 */
export class ReadingServer {
  readonly arrivals: Arrival[] = [];
  /** What a slice is answered instead; as often as there are answers. */
  readonly refusals = new Map<number, Refusal[]>();
  /** Slices that are here; read as soon as they arrive, unless they fail. */
  readonly read = new Map<number, 'completed' | 'failed'>();
  onArrival: (arrival: Arrival) => void = () => {};
  #server: Server | null = null;
  #slices = 0;
  #port = 0;
  #isCancelled = false;

  get isCancelled(): boolean {
    return this.#isCancelled;
  }

  get address(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    const server = createServer((request, response) => void this.#answer(request, response));
    await new Promise<void>((done) => server.listen(this.#port, '127.0.0.1', done));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  /** A series of which some slices have arrived before. */
  announce(slices: number, arrived: readonly number[]): void {
    this.#slices = slices;
    for (const slice of arrived) this.read.set(slice, 'completed');
  }

  /** As a crash: open connections break. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    server?.closeAllConnections();
    await new Promise((done) => (server ? server.close(done) : done(undefined)));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray().catch(() => [])).toString('latin1');
    const headers = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': '*, authorization, idempotency-key',
      'content-type': 'application/json',
    };
    const [status, reply] = this.#reply(request, body);
    response.writeHead(status, headers).end(JSON.stringify(reply));
  }

  #reply({ method, url = '', headers }: IncomingMessage, body: string): [number, unknown] {
    if (method === 'OPTIONS') return [200, {}];
    if (url.endsWith('/batches/')) {
      this.#slices = JSON.parse(body).slices;
      return [200, this.#batch()];
    }
    if (url.endsWith('/cancel/')) {
      this.#isCancelled = true;
      return [200, this.#batch()];
    }
    const slice = Number(/\/slices\/(\d+)\/$/.exec(url)?.[1] ?? 0);
    return slice === 0 ? [200, this.#batch()] : this.#take(slice, String(headers['idempotency-key']), body);
  }

  #take(slice: number, key: string, body: string): [number, unknown] {
    const arrival = {
      slice,
      key,
      hasFile: body.includes('name="image"'),
      hasMasks: body.includes('name="masks"'),
    };
    this.arrivals.push(arrival);
    this.onArrival(arrival);
    const refusal = this.refusals.get(slice)?.shift();
    if (refusal) return [refusal.status, { error: 'Refused.', code: refusal.code }];
    if (this.#isCancelled) return [409, { error: 'Stopped.', code: 'batch_stopped' }];
    const state = this.read.get(slice) ?? (/filename="unreadable"/.test(body) ? 'failed' : 'completed');
    this.read.set(slice, state);
    return [202, { slice, state }];
  }

  #batch(): BatchReply {
    const count = (state: string) => [...this.read.values()].filter((each) => each === state).length;
    const isWhole = this.read.size === this.#slices;
    return {
      id,
      module: 'lung',
      kind: 'slices',
      state: this.#isCancelled ? 'stopped' : isWhole ? 'completed' : 'receiving',
      stopped_because: this.#isCancelled ? 'cancelled' : null,
      slices: this.#slices,
      received: this.read.size,
      in_flight: 0,
      completed: count('completed'),
      with_findings: 0,
      refused: 0,
      failed: count('failed'),
      cancelled: 0,
      created_at: '2026-11-21T12:00:00.000Z',
      report_id: null,
      message: null,
      seconds_left: null,
    };
  }
}
