import type { Timings } from './compute.ts';

export type Stage = Exclude<keyof Timings, 'total'>;

/** Milliseconds per stage, and since it was made. */
export class Stopwatch {
  private readonly start = performance.now();
  private readonly stages: Record<Stage, number> = { decode: 0, gate: 0, analyse: 0, encode: 0 };

  async time<T>(stage: Stage, work: () => Promise<T>): Promise<T> {
    const begin = performance.now();
    try {
      return await work();
    } finally {
      this.stages[stage] += performance.now() - begin;
    }
  }

  timings(): Timings {
    return { ...this.stages, total: performance.now() - this.start };
  }
}
