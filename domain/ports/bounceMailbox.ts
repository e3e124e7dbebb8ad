import type { BounceReport } from '../queue/bounceReport.ts';

/** The mailbox to which mail servers return e-mails. */
export interface BounceMailbox {
  /**
   * Connects, and passes the reports of each message in the mailbox to `store`, and of each message that arrives, until
   * `signal` aborts. The messages of a call are marked as read after it has resolved: a message whose reading is interrupted
   * is passed again. `opened` is called when the mailbox can be read.
   *
   * @throws the error by which the connection could not be opened, or has ended
   */
  follow(
    store: (reports: readonly BounceReport[]) => Promise<void>,
    signal: AbortSignal,
    opened?: () => void,
  ): Promise<void>;
}
