import { setTimeout as sleep } from 'node:timers/promises';
import { processReply } from '../../apps/contract/src/analyses.ts';
import { signIn } from '../sign-in.ts';
import type { Picture } from './pictures.ts';

export interface ClientsOptions {
  /** Addresses of the API processes; clients are spread over them. */
  readonly addresses: readonly string[];
  readonly accounts: readonly { readonly username: string; readonly password: string }[];
  readonly pictures: readonly Picture[];
  readonly analyses: number;
  /** No order is begun after this; those that were get their time. */
  readonly closing: AbortSignal;
  /** Nothing is waited for after this. */
  readonly giveUp: AbortSignal;
  readonly onDone: (done: number) => void;
}

export interface Submitted {
  /** Orders that were placed at all. */
  readonly begun: number;
  /** Report id of each order that was answered with a report. */
  readonly reports: ReadonlyMap<number, string>;
  /** Milliseconds from the first call of an order to its report, tries included. */
  readonly waitsMs: readonly number[];
  /** How often a call had to be made again, by what it was answered. */
  readonly repeats: ReadonlyMap<string, number>;
}

/** A call that was answered so may be made again with its key. */
const maxTries = 30;
const pauseMs = 1_000;

/** One client per account, each with one order at a time, until all orders have their report. */
export async function submitAll(options: ClientsOptions): Promise<Submitted> {
  const reports = new Map<number, string>();
  const waitsMs: number[] = [];
  const repeats = new Map<string, number>();
  let next = 0;

  async function client(at: number): Promise<void> {
    const account = options.accounts[at];
    const address = options.addresses[at % options.addresses.length];
    if (!account || !address) return;
    const session = { address, ...account, authorization: await signIn(address, account) };
    while (next < options.analyses && !options.closing.aborted) {
      const order = next++;
      const start = performance.now();
      const id = await untilReported(order, session);
      if (id === undefined) continue;
      reports.set(order, id);
      waitsMs.push(performance.now() - start);
      options.onDone(reports.size);
    }
  }

  async function untilReported(order: number, session: Session): Promise<string | undefined> {
    for (let tries = 0; tries < maxTries && !options.giveUp.aborted; tries += 1) {
      const answer = await submit(order, options, session);
      if ('id' in answer) return answer.id;
      repeats.set(answer.problem, (repeats.get(answer.problem) ?? 0) + 1);
      if (answer.problem.startsWith('401')) session.authorization = await signIn(session.address, session);
      await sleep(pauseMs);
    }
    return undefined;
  }

  await Promise.all(options.accounts.map((_, at) => client(at)));
  return { begun: next, reports, waitsMs, repeats };
}

interface Session {
  readonly address: string;
  readonly username: string;
  readonly password: string;
  authorization: string;
}

async function submit(
  order: number,
  { pictures, giveUp }: ClientsOptions,
  { address, authorization }: Session,
): Promise<{ id: string } | { problem: string }> {
  const picture = pictures[order % pictures.length];
  if (!picture) throw new Error('there are no pictures');
  const body = new FormData();
  body.set('patient_id', patientOf(order));
  body.set('image', picture.blob, picture.name);
  const headers = { authorization, 'idempotency-key': patientOf(order) };
  try {
    const url = `${address}/api/${picture.apiPath}/process/`;
    const reply = await fetch(url, { method: 'POST', headers, body, signal: giveUp });
    const said = await reply.json();
    if (reply.ok) return { id: processReply.parse(said).id };
    return { problem: `${reply.status} ${said.code ?? ''}` };
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    return { problem: `no answer: ${cause?.code ?? (error as Error).message}` };
  }
}

export function patientOf(order: number): string {
  return `SCALE-${String(order).padStart(6, '0')}`;
}
