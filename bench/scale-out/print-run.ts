import type { Config } from '../../apps/server/src/config/config.ts';
import type { Cluster } from '../engines/postgres.ts';
import { quantile } from '../measure.ts';
import type { Submitted } from './clients.ts';
import type { Count } from './count.ts';
import type { Outages } from './outages.ts';

export interface RunFigures {
  readonly size: {
    readonly analyses: number;
    readonly clients: number;
    readonly apis: number;
    readonly workers: number;
  };
  readonly cluster: Cluster;
  readonly config: Config;
  readonly seconds: number;
  readonly submitted: Submitted;
  readonly outages: Outages;
  readonly counts: readonly Count[];
  readonly takeoversMs: readonly number[];
}

/** The figures of a run as lines of a table. */
export function printRun(run: RunFigures): void {
  const { size, cluster, config, seconds, submitted, outages, counts, takeoversMs } = run;
  const store = config.blobs.kind === 's3' ? `S3 at ${config.blobs.s3.endpoint}` : 'a folder';
  const spread = (ms: readonly number[]) =>
    [0.5, 0.95, 1].map((share) => (quantile(ms, share) / 1000).toFixed(1)).join(' / ');
  const lines: (readonly [string, string | number])[] = [
    ['on', `${size.apis} API processes, ${size.workers} workers, ${cluster.version}, ${store}`],
    ['clients', size.clients],
    ['seconds', seconds.toFixed(0)],
    ['analyses a minute', ((submitted.reports.size / seconds) * 60).toFixed(1)],
    ['wait of a client in s: median / 95 % / longest', spread(submitted.waitsMs)],
    ['workers killed', `${outages.kills}, one every ${(seconds / outages.kills).toFixed(1)} s`],
    ['kills that hit a running analysis', outages.hits],
    ['take-over in s: median / 95 % / longest', `${spread(takeoversMs)} (${takeoversMs.length})`],
    [
      'calls made again',
      [...submitted.repeats].map(([why, times]) => `${why}: ${times}`).join(', ') || 'none',
    ],
    ...counts.map(({ what, expected, found }) => [what, `${found} of ${expected}`] as const),
  ];
  for (const [what, value] of lines) console.log(`| ${what} | ${value} |`);
}
