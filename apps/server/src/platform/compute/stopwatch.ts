import type { TimedStep, Timings } from './compute.ts';

export type Stage = Exclude<keyof Timings, 'total'>;

/** Milliseconds per stage and in total. Calls `onTimed` for every stage and step as it ends. */
export class Stopwatch {
  private readonly start = performance.now();
  private readonly stages: Record<Stage, number> = { decode: 0, gate: 0, analyse: 0, encode: 0 };
  private present: Stage | undefined;

  constructor(private readonly onTimed?: (step: TimedStep) => void) {}

  async time<T>(stage: Stage, work: () => Promise<T>): Promise<T> {
    this.present = stage;
    const begin = performance.now();
    try {
      return await work();
    } finally {
      this.stages[stage] += performance.now() - begin;
      this.present = undefined;
      this.tell({ name: stage }, begin);
    }
  }

  /** A step within the current stage. */
  async step<T>(name: string, attributes: Record<string, string>, work: () => Promise<T>): Promise<T> {
    const begin = performance.now();
    const within = this.present;
    try {
      return await work();
    } finally {
      this.tell({ name, attributes, ...(within ? { within } : {}) }, begin);
    }
  }

  timings(): Timings {
    return { ...this.stages, total: performance.now() - this.start };
  }

  private tell(step: Omit<TimedStep, 'startMs' | 'endMs'>, begin: number): void {
    const { timeOrigin } = performance;
    this.onTimed?.({ ...step, startMs: timeOrigin + begin, endMs: timeOrigin + performance.now() });
  }
}
