/** An alarm as it leaves the application: nothing of the patient, nothing of the findings. */
export interface AlarmMessage {
  /** The same at every try: receivers know a repetition by it. */
  readonly id: string;
  readonly reportId: string;
  readonly organisationId: string;
  /** `hidden`: its readers give an opinion before they see the result, and how urgent it is. */
  readonly urgency: 'urgent' | 'hidden';
  readonly createdAt: Date;
}

/** Sends an alarm to one receiver. Fails with `MessageFailure` alone, or because `signal` aborted. */
export type SendMessage = (message: AlarmMessage, receiver: string, signal: AbortSignal) => Promise<void>;

/** The ways out that are configured. */
export interface Messengers {
  readonly email: SendMessage | null;
  readonly webhook: SendMessage | null;
  /** What an organisation's webhook calls are signed with; null where there are none. */
  webhookKeyOf(organisationId: string): string | null;
  close(): Promise<void>;
}

/** `reason` is fit for logs and administrators: no credentials, no addresses. */
export class MessageFailure extends Error {
  override readonly name = 'MessageFailure';
  constructor(
    readonly reason: string,
    /** Whether a further try is of no use. */
    readonly isLasting: boolean,
    /** For the log of the operator alone. */
    readonly detail?: string,
  ) {
    super(reason);
  }
}
