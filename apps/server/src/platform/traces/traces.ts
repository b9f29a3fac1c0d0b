type Attributes = Readonly<Record<string, string | number | boolean>>;

/** Trace context for another process (W3C `traceparent`), carried with the work. */
export type Carrier = Readonly<Record<string, unknown>>;

export interface SpanOptions {
  readonly kind?: 'server' | 'producer' | 'consumer';
  /** Ids, counts and our own names; never the name of a patient, a user or a picture. */
  readonly attributes?: Attributes;
  /** The remote parent; by default the current span. */
  readonly parent?: Carrier;
}

/** A finished step, timed elsewhere, for example in a compute thread. Milliseconds since 1970. */
export interface PastStep {
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number;
  /** The name of its parent step. */
  readonly within?: string;
  readonly attributes?: Attributes;
}

export interface OpenSpan {
  /** Everything that `work` starts, now or later, is a child of this span. */
  within<T>(work: () => T): T;
  set(attributes: Attributes): void;
  end(outcome?: { readonly failed: string }): void;
}

/** Traces where the time of an analysis goes, across processes (OpenTelemetry). */
export interface Traces {
  readonly isOn: boolean;
  /** To be ended by the caller. */
  begin(name: string, options?: SpanOptions): OpenSpan;
  /**
   * Times `work`. A thrown error marks the span as failed, by its kind alone: messages may quote a patient.
   */
  span<T>(name: string, work: (span: OpenSpan) => Promise<T>, options?: SpanOptions): Promise<T>;
  /** Adds steps to the current span. */
  add(steps: readonly PastStep[]): void;
  /** Of the current span; empty without tracing. */
  carrier(): Readonly<Record<string, string>>;
  close(): Promise<void>;
}

const noSpan: OpenSpan = { within: (work) => work(), set: () => {}, end: () => {} };

/** Used when tracing is off. */
export const noTraces: Traces = {
  isOn: false,
  begin: () => noSpan,
  span: (_name, work) => work(noSpan),
  add: () => {},
  carrier: () => ({}),
  close: async () => {},
};
