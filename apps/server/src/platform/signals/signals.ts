/**
 * Small messages between processes (PostgreSQL LISTEN/NOTIFY). A message may be lost when a
 * connection breaks: whoever waits must read the row again, which `waitFor` callers do after each wake-up.
 */
export interface Signals {
  notify(topic: string): Promise<void>;
  /** For statements that notify themselves, on commit: `pg_notify(channel, topic)`. */
  readonly channel: string;
  /**
   * Resolves `true` on a message for the topic, `false` after `timeoutMs` or abort. Subscribed before it
   * returns control.
   */
  subscribe(topic: string): {
    next(timeoutMs: number, signal?: AbortSignal): Promise<boolean>;
    close(): void;
  };
  close(): Promise<void>;
}
