export interface Attachment {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Uint8Array;
}

/** A message to one recipient, as it is handed over to a provider. */
export interface EmailMessage {
  /** The same for every attempt at one delivery; the Message-ID is made from it. */
  readonly id: string;
  /** The configured sender by default. */
  readonly from?: string;
  readonly to: string;
  readonly subject: string;
  readonly html?: string;
  readonly text: string;
  readonly attachments: readonly Attachment[];
  /** The URL for one-click unsubscription (RFC 8058). */
  readonly unsubscribeUrl?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface SmsMessage {
  readonly id: string;
  /** A number or an alphanumeric sender; the configured one by default. */
  readonly from?: string;
  /** E.164. */
  readonly to: string;
  readonly text: string;
  /** The provider sends receipts of the message to this URL. */
  readonly receiptUrl?: string;
}

export interface WebhookMessage {
  readonly id: string;
  readonly url: string;
  /** Signs the body by HMAC-SHA256; unsigned when absent. */
  readonly secret?: string;
  /** JSON text. */
  readonly body: string;
}

/** The result of a hand-over. `answer` is the reply of the provider, or the error of the system. */
export type SendResult = { readonly answer: string; readonly provider: string } & (
  | { readonly outcome: 'sent'; readonly providerId?: string; readonly segments?: number }
  /** A retry would be rejected too. `address` is set when the recipient's address is at fault: hard bounce, opt-out. */
  | { readonly outcome: 'rejected'; readonly address?: 'bounced' | 'opted-out' }
  /** Nothing was sent. `providerUnavailable`: any other message would fail too; `busy`: the provider was not called. */
  | {
      readonly outcome: 'retry';
      readonly afterSeconds?: number;
      readonly providerUnavailable: boolean;
      readonly busy?: true;
    }
  /** The message may have been sent. */
  | { readonly outcome: 'unknown' }
);

/** The error of `confirm`: the message must not be handed over. Its cause is the error of the database, if there is one. */
export class NotConfirmed extends Error {
  override readonly name = 'NotConfirmed';
}

/** Sends messages by one provider. A channel has no state of a message: the worker stores the attempts. */
export interface Channel<Message> {
  /** Names the provider in attempts: `smtp:mail.example.com:587`. */
  readonly provider: string;
  /** Maximum duration of a hand-over in ms. An attempt of another worker that is open for longer was lost. */
  readonly maxSendMs?: number;
  /** Whether `send` calls `confirm`. If not, the caller confirms before `send`, also while a message waits for a connection. */
  readonly confirmsHandOver?: boolean;
  /**
   * Resolves within the timeouts of the channel. Faults of the provider are results; throws only when `signal` aborts, and
   * the error of `confirm`.
   *
   * @param confirm called when the message has its connection, immediately before it is handed over. If it throws
   *   NotConfirmed, nothing is sent.
   */
  send(message: Message, signal?: AbortSignal, confirm?: () => Promise<void>): Promise<SendResult>;
  /** Finds the result of a message whose hand-over ended `unknown`; undefined if the provider does not know it. */
  lookUp?(message: Message, since: Date): Promise<SendResult | undefined>;
}
