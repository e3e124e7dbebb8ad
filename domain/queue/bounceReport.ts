import type { Context } from './context.ts';

/** What became of an e-mail after its hand-over: the names are outcomes in the story of a target. */
export type BounceOutcome = 'bounced' | 'soft-bounced' | 'complained';

/** The report of a mail server, a mailbox provider or a provider about an e-mail that it has accepted. */
export interface BounceReport {
  /** Identifies the report: one that arrives twice has one effect. */
  readonly reportId: string;
  readonly targetId: string;
  /** The addresses that the report names: that of the recipient, and the one to which its server has forwarded. */
  readonly recipients: readonly string[];
  readonly outcome: BounceOutcome;
  /** Whether further messages to the address would end in the same way. */
  readonly suppress: boolean;
  /** Who has reported: `mailbox`, or the name of a provider. */
  readonly source: string;
  /** Diagnostic text, at most {@link MAX_ANSWER} characters. */
  readonly answer: string;
}

/** A report as its queue carries it. */
export interface ReportBounce extends BounceReport {
  /** When the report has arrived, ISO 8601. */
  readonly at: string;
  readonly context: Context;
}

export const MAX_ANSWER = 1_000;
