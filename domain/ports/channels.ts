export interface Attachment {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Uint8Array;
}

/** Messages as they are handed over to a provider, one recipient each. */
export interface EmailMessage {
  /** The same for every attempt at the same delivery; Message-IDs are made of it. */
  readonly id: string;
  /** Where absent, the sender that is configured. */
  readonly from?: string;
  readonly to: string;
  readonly subject: string;
  readonly html?: string;
  readonly text: string;
  readonly attachments: readonly Attachment[];
  /** Where one click ends it all (RFC 8058). */
  readonly unsubscribeUrl?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface SmsMessage {
  readonly id: string;
  /** A number or an alphanumeric sender; where absent, the one that is configured. */
  readonly from?: string;
  /** E.164. */
  readonly to: string;
  readonly text: string;
  /** Where the provider tells what became of it. */
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

/** How a hand-over ended. `answer` is the provider's own, or what the system said. */
export type SendResult = { readonly answer: string; readonly provider: string } & (
  | { readonly outcome: 'sent'; readonly providerId?: string; readonly segments?: number }
  /** For good: trying again would be refused again. `address`: the recipient's address is at fault (hard bounce, opt-out). */
  | { readonly outcome: 'refused'; readonly address?: 'bounced' | 'opted-out' }
  /** Nothing was sent. `providerAway`: no other message would fare better there now; `busy`: it was not even asked. */
  | {
      readonly outcome: 'again';
      readonly afterSeconds?: number;
      readonly providerAway: boolean;
      readonly busy?: true;
    }
  /** It may have been sent. */
  | { readonly outcome: 'unknown' }
);

/** A way to recipients by one provider. Channels keep nothing of a message: attempts are the worker's. */
export interface Channel<Message> {
  /** Names the provider in attempts: `smtp:mail.example.com:587`. */
  readonly provider: string;
  /** A hand-over ends within this; ms. What of another worker's is still open after it was never ended. */
  readonly maxSendMs?: number;
  /** Answers within the channel's time-outs. Never throws for what happens at the provider; throws when `signal` says so. */
  send(message: Message, signal?: AbortSignal): Promise<SendResult>;
  /** What became of a message whose hand-over ended unknown; undefined where the provider cannot tell. */
  lookUp?(message: Message, since: Date): Promise<SendResult | undefined>;
}
