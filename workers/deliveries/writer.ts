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

/** Maximum number of outcomes in a transaction. */
const MAX_BATCH = 200;
/**
 * ms after a transaction in which further outcomes join the next one: at 500 messages a second, 25 share what costs as much as three. If a
 * worker dies meanwhile, the outcomes that it has gathered are lost, and their messages are sent again or reported as uncertain.
 */
const GATHER_MS = 50;
/**
 * ms from a transaction to its index.sync job, and minimum ms between two such jobs. A single delivery is searchable
 * soon, and thousands a second share jobs.
 */
const INDEX_MS = 100;
const INDEX_PACE_MS = 1_000;

const receiptChannels = channelNamesWith('hasReceipts');

export type Outcome = Ending & { readonly content?: DeliveredContent; readonly exchange?: Exchange };

/**
 * Writes the outcomes of deliveries and rolls their notifications up. Concurrent outcomes share a transaction. It locks
 * each notification, writes its targets and counts them afterwards, so that of two last targets that end concurrently,
 * one sees that none is open.
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
    maxBatch: MAX_BATCH,
    // A transaction for every few outcomes would cost more than sending their messages.
    concurrency: 1,
    pauseMs: GATHER_MS,
    run: async (outcomes) => {
      const exchanges = outcomes.flatMap(({ exchange }) => exchange ?? []);
      let isRepeated = false;
      // Until the write, only this process knows the outcomes, so it waits for the database for as long as it runs.
      const written = await retryWhileUnavailable(async () => {
        const logs = await exchangeLogs(services, exchanges);
        const months = logs.map(({ month }) => month);
        const writeAll = isRepeated ? repeat : write;
        isRepeated = true;
        return inPartitions(services, months, () =>
          services.sql.begin((transaction) => writeAll(transaction, outcomes, logs)),
        );
      }, Number.POSITIVE_INFINITY);
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
  // One round trip, executed in this order. All three are awaited together: if one fails, the transaction is rolled back.
  const [locked, written] = await Promise.all([
    lockNotifications(transaction, ids),
    endAttempts(transaction, outcomes, receiptChannels),
    insertExchangeLogs(transaction, logs),
  ]);
  await rollUp(transaction, locked, outcomes);
  return written;
}

/** As `write`, after a write that may have been committed: its exchanges are not logged twice. */
async function repeat(
  transaction: Transaction,
  outcomes: readonly Outcome[],
  logs: readonly ExchangeLog[],
): Promise<Set<string>> {
  const locked = await lockNotifications(
    transaction,
    outcomes.map(({ notificationId }) => notificationId),
  );
  const written = await endAttempts(transaction, outcomes, receiptChannels);
  await insertExchangeLogs(
    transaction,
    logs.filter(({ targetId }) => targetId !== undefined && written.has(targetId)),
  );
  await rollUp(transaction, locked, outcomes);
  return written;
}
