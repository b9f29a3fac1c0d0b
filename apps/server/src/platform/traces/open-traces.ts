import type { Logger } from 'pino';
import { noTraces, type Traces } from './traces.ts';

/** Where traces go, over OTLP/HTTP. */
export interface TraceSettings {
  readonly endpoint: string;
  readonly serviceName: string;
}

/** OpenTelemetry is loaded only if configured, since loading is slow. */
export async function openTraces(
  { traces }: { readonly traces: TraceSettings | null },
  log: Logger,
): Promise<Traces> {
  if (traces === null) return noTraces;
  const { openOtlpTraces } = await import('./otlp.ts');
  return openOtlpTraces({ ...traces, onProblem: (message) => log.warn({ problem: message }, 'traces') });
}
