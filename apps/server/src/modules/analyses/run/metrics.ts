import { Counter, Gauge, Histogram } from 'prom-client';
import type { AnalysisRow } from '../analyses.repository.ts';

const outcomes = new Counter({
  name: 'analyses_total',
  help: 'Analyses that ended, by module and how',
  labelNames: ['module', 'state', 'code'],
  registers: [],
});

const duration = new Histogram({
  name: 'analysis_duration_seconds',
  help: 'Time from the complete upload to the end of the analysis',
  labelNames: ['module', 'state'],
  buckets: [0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 30, 60],
  registers: [],
});

/** Runs of this process that are under way. */
export const running = new Gauge({
  name: 'analyses_running',
  help: 'Analyses that this process works on',
  registers: [],
});

/** To be put into a registry by whoever serves it. */
export const analysisMetrics = [outcomes, duration, running] as const;

export function countOutcome(row: AnalysisRow, now: Date): void {
  const { module, state } = row;
  outcomes.inc({ module, state, code: row.errorCode ?? 'none' });
  duration.observe({ module, state }, (now.getTime() - row.createdAt.getTime()) / 1000);
}
