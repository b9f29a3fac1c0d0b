import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { noTraces, type Traces } from './traces.ts';

/** OpenTelemetry is loaded only if configured, since loading is slow. */
export async function openTraces({ traces }: Pick<Config, 'traces'>, log: Logger): Promise<Traces> {
  if (traces === null) return noTraces;
  const { openOtlpTraces } = await import('./otlp.ts');
  return openOtlpTraces({ ...traces, onProblem: (message) => log.warn({ problem: message }, 'traces') });
}
