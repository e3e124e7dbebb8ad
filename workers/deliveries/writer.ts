import type { Transaction } from '../../db/client.ts';
import { type Ending, endAttempts } from '../../db/queries/notifications/attemptRows.ts';
import { lockNotifications } from '../../db/queries/notifications/statusRows.ts';
import { inPartitions } from '../../domain/logs/logWriter.ts';
import type { DeliveredContent } from '../../domain/notifications/channels/channel.ts';
import { channelNamesWith } from '../../domain/notifications/channels/index.ts';
import { rollUp } from '../../domain/notifications/rollUp.ts';
import type { Services } from '../../domain/ports/services.ts';
import { MicroBatcher } from '../../domain/runtime/microBatcher.ts';
import { retryWhileUnavailable } from '../../domain/runtime/retryWhileUnavailable.ts';
import { type Exchange, type ExchangeLog, exchangeLogs, insertExchangeLogs } from './exchangeLogs.ts';

/** Endings of one transaction. */
const MOST = 200;
/** What ends so soon after a transaction is written together. */
const GATHER_MS = 15;
/**
 * ms until what transactions have ended is on its way into the search indexes, and from one such job to the next: what
 * ends alone is found soon, and of thousands a second many are written together. Small jobs cost the most.
 */
const INDEX_MS = 100;
const INDEX_PACE_MS = 1_000;

const receiptChannels = channelNamesWith('hasReceipts');

export type Outcome = Ending & { readonly told?: DeliveredContent; readonly exchange?: Exchange };

/**
 * Writes what became of targets, and brings their notifications up to date: those of one moment in one transaction.
 * Each notification's row is held before its targets are written and counted after, so that of two last targets that
 * end together one sees that nothing is open.
 */
export function makeOutcomeWriter(services: Services): (outcome: Outcome) => Promise<boolean> {
  let soon = false;
  let woken = Number.NEGATIVE_INFINITY;
  const wakeRelay = (): void => {
    if (soon) return;
    soon = true;
    const wake = (): void => {
      soon = false;
      woken = performance.now();
      services.wakeRelay();
    };
    setTimeout(wake, Math.max(INDEX_MS, woken + INDEX_PACE_MS - performance.now()));
  };
  const commits = new MicroBatcher<Outcome, boolean>({
    maxBatch: MOST,
    // Messages end one by one, and a transaction for each few of them would cost more than to send them.
    concurrency: 1,
    pauseMs: GATHER_MS,
    write: async (outcomes) => {
      // What was handed over is known here alone until it is written: a database that restarts is waited for.
      const logs = await exchangeLogs(
        services,
        outcomes.flatMap(({ exchange }) => exchange ?? []),
      );
      const months = logs.map(({ month }) => month);
      const written = await retryWhileUnavailable(() =>
        inPartitions(services, months, () => services.sql.begin((transaction) => write(transaction, outcomes, logs))),
      );
      wakeRelay();
      return outcomes.map(({ id }) => written.has(id));
    },
  });
  return (outcome) => commits.submit(outcome);
}

async function write(
  transaction: Transaction,
  outcomes: readonly Outcome[],
  logs: readonly ExchangeLog[],
): Promise<Set<string>> {
  const ids = outcomes.map(({ notificationId }) => notificationId);
  // One round, done in this order. Nothing goes on from any of it before all of it is answered: once one has failed, the
  // transaction is over.
  const [held, written] = await Promise.all([
    lockNotifications(transaction, ids),
    endAttempts(transaction, outcomes, receiptChannels),
    insertExchangeLogs(transaction, logs),
  ]);
  await rollUp(transaction, held, outcomes);
  return written;
}
