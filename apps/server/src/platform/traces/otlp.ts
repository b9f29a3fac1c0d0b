import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Context,
  DiagLogLevel,
  defaultTextMapGetter,
  defaultTextMapSetter,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Carrier, OpenSpan, PastStep, SpanOptions, Traces } from './traces.ts';

export interface OtlpOptions {
  /** Base address of a collector; `v1/traces` is appended, as OpenTelemetry has it. */
  readonly endpoint: string;
  readonly serviceName: string;
  readonly onProblem: (message: string) => void;
}

const kinds = { server: SpanKind.SERVER, producer: SpanKind.PRODUCER, consumer: SpanKind.CONSUMER };
/** A collector that does not answer must not keep the process from ending. */
const closePatienceMs = 3_000;
const propagator = new W3CTraceContextPropagator();

/**
 * Sends spans in batches over OTLP/HTTP. Sampler, batches and headers follow the other `OTEL_…` variables.
 */
export function openOtlpTraces({ endpoint, serviceName, onProblem }: OtlpOptions): Traces {
  const silent = () => {};
  const logger = { error: onProblem, warn: onProblem, info: silent, debug: silent, verbose: silent };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const url = new URL('v1/traces', endpoint.endsWith('/') ? endpoint : `${endpoint}/`).href;
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.instance.id': randomUUID(),
      'process.pid': process.pid,
    }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url }))],
  });
  const close = async () => {
    const patience = sleep(closePatienceMs, undefined, { ref: false });
    await Promise.race([provider.shutdown(), patience]);
  };
  return tracesOf(provider.getTracer('second-read'), close);
}

function tracesOf(tracer: Tracer, close: () => Promise<void>): Traces {
  const around = new AsyncLocalStorage<Context>();
  const here = () => around.getStore() ?? ROOT_CONTEXT;
  const startIn = (context: Context, name: string, { kind, attributes = {} }: SpanOptions) =>
    tracer.startSpan(name, { kind: kind ? kinds[kind] : SpanKind.INTERNAL, attributes }, context);
  const begin = (name: string, options: SpanOptions = {}): OpenSpan => {
    const context = options.parent ? contextOf(options.parent) : here();
    const span = startIn(context, name, options);
    return openSpan(span, (work) => around.run(trace.setSpan(context, span), work));
  };
  return {
    isOn: true,
    begin,
    span: async (name, work, options) => {
      const span = begin(name, options);
      try {
        return await span.within(() => work(span));
      } catch (error) {
        span.end({ failed: error instanceof Error ? error.name : typeof error });
        throw error;
      } finally {
        span.end();
      }
    },
    add: (steps) => addSteps(tracer, here(), steps),
    carrier: () => {
      const carrier: Record<string, string> = {};
      propagator.inject(here(), carrier, defaultTextMapSetter);
      return carrier;
    },
    close,
  };
}

/** A carrier without a trace starts a new one. */
function contextOf(parent: Carrier): Context {
  return propagator.extract(ROOT_CONTEXT, parent, defaultTextMapGetter);
}

function openSpan(span: Span, within: OpenSpan['within']): OpenSpan {
  let isOver = false;
  return {
    within,
    set: (attributes) => void span.setAttributes({ ...attributes }),
    end: (outcome) => {
      if (isOver) return;
      isOver = true;
      if (outcome) span.setStatus({ code: SpanStatusCode.ERROR, message: outcome.failed });
      span.end();
    },
  };
}

function addSteps(tracer: Tracer, context: Context, steps: readonly PastStep[]): void {
  const wholes = steps.filter(({ within }) => within === undefined);
  for (const whole of wholes) {
    const inside = addStep(tracer, context, whole);
    for (const part of steps) if (part.within === whole.name) addStep(tracer, inside, part);
  }
}

function addStep(tracer: Tracer, context: Context, step: PastStep): Context {
  const { name, startMs, endMs, attributes = {} } = step;
  const span = tracer.startSpan(name, { startTime: startMs, attributes }, context);
  span.end(endMs);
  return trace.setSpan(context, span);
}
