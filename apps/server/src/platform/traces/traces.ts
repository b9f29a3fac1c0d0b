type Attributes = Readonly<Record<string, string | number | boolean>>;

/** What lets another process go on with a trace: short texts (W3C `traceparent`) that travel with the work. */
export type Carrier = Readonly<Record<string, unknown>>;

export interface SpanOptions {
  readonly kind?: 'server' | 'producer' | 'consumer';
  /** Ids, counts and names of ours; never what a patient, a user or a picture is called. */
  readonly attributes?: Attributes;
  /** Where the trace began, in another process; else it is the span around. */
  readonly parent?: Carrier;
}

/** A step that is over, timed elsewhere, for example in a compute thread. Milliseconds since 1970. */
export interface PastStep {
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number;
  /** The name of the step among those given that it was part of. */
  readonly within?: string;
  readonly attributes?: Attributes;
}

export interface OpenSpan {
  /** What `work` begins, now or later, has this span around it. */
  within<T>(work: () => T): T;
  set(attributes: Attributes): void;
  end(outcome?: { readonly failed: string }): void;
}

/** Says where the time of one piece of work goes, across processes (OpenTelemetry). */
export interface Traces {
  readonly isOn: boolean;
  /** To be ended by the caller. */
  begin(name: string, options?: SpanOptions): OpenSpan;
  /** Times `work`. A thrown error marks the span as failed, by its kind alone: messages may quote a patient. */
  span<T>(name: string, work: (span: OpenSpan) => Promise<T>, options?: SpanOptions): Promise<T>;
  /** Adds steps to the span around. */
  add(steps: readonly PastStep[]): void;
  /** Of the span around; empty where nothing is traced. */
  carrier(): Readonly<Record<string, string>>;
  close(): Promise<void>;
}

const noSpan: OpenSpan = { within: (work) => work(), set: () => {}, end: () => {} };

/** Where nobody asked for traces. */
export const noTraces: Traces = {
  isOn: false,
  begin: () => noSpan,
  span: (_name, work) => work(noSpan),
  add: () => {},
  carrier: () => ({}),
  close: async () => {},
};
