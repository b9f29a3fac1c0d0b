/** What one benchmark found. */
export interface Finding {
  readonly name: string;
  /** Milliseconds, the median over the rounds, unless `unit` says what else. */
  readonly ours: number;
  readonly unit?: string;
  readonly against: string;
  readonly peer: number;
  /** The aim, in words, and whether it was met. */
  readonly aim: string;
  readonly isMet: boolean;
}

type Work = () => Promise<unknown> | unknown;

/**
 * Median milliseconds of processor time of two kinds of work on one thread, done in turn: what else the
 * machine is busy with counts for neither.
 */
export async function compare(
  ours: Work,
  peer: Work,
  rounds: number,
): Promise<{ ours: number; peer: number }> {
  await ours();
  await peer();
  const times: { ours: number[]; peer: number[] } = { ours: [], peer: [] };
  for (let round = 0; round < rounds; round++) {
    times.ours.push(await timed(ours));
    times.peer.push(await timed(peer));
  }
  return { ours: median(times.ours), peer: median(times.peer) };
}

/** Milliseconds of processor time of this process. */
export async function timed(work: Work): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** The value below which `share` of the values lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

/** A finding whose aim is a ratio of our time to the peer's. */
export function ratioFinding(
  name: string,
  against: string,
  { ours, peer }: { readonly ours: number; readonly peer: number },
  atMost: number,
): Finding {
  return {
    name,
    ours,
    against,
    peer,
    aim: `at most ${atMost.toFixed(2)} times`,
    isMet: ours <= peer * atMost,
  };
}

export function printFinding({ name, ours, against, peer, aim, isMet, unit = 'ms' }: Finding): void {
  const ratio = (ours / peer).toFixed(2);
  const verdict = isMet ? 'met' : 'MISSED';
  console.log(
    `${name}\n  ours ${ours.toFixed(1)} ${unit} · ${against} ${peer.toFixed(1)} ${unit} · ratio ${ratio} · aim ${aim}: ${verdict}`,
  );
}
