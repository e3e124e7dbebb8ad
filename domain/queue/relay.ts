import type { Logger } from 'pino';
import type { Database } from '../../db/client.ts';
import { findOutboxWork, retryRejected } from '../../db/queries/queue/relayOutbox.ts';
import type { Component } from '../ports/component.ts';
import { makePeriodicTask } from '../runtime/periodicTask.ts';
import type { Broker } from './broker.ts';
import { makeOutboxMover } from './outboxMover.ts';

const SWEEP_MS = 1_000;
/** Pause between batches, in ms: under load, commits of many writers share a transaction. */
const GATHER_MS = 4;
/** Time within which rows share a batch that nobody waits for, in ms. A batch costs the same with one row as with many. */
const SOON_MS = 25;

/** When rows of the outbox are moved: `now`, or `soon` where only an index or a following Job waits for them. */
export type WakeTime = 'now' | 'soon';

export interface Relay extends Component {
  /** A commit of this process has put rows into the outbox. */
  readonly wake: (when?: WakeTime) => void;
}

/**
 * Moves outbox rows into the queues. Each row is deleted and inserted in one transaction, so that none is lost or doubled
 * when a process dies. The commits of its own process wake it; a sweep every second moves the rows that a dead process
 * has left.
 */
export function makeRelay(sql: Database, broker: Broker, log: Logger): Relay {
  const { readQueues, moveBatch } = makeOutboxMover(sql, broker, log);
  let woken = false;
  let stopped = false;
  let running: Promise<void> | undefined;
  let soon: Timer | undefined;

  const wake = (when: WakeTime = 'now'): void => {
    if (when === 'soon') {
      soon ??= setTimeout(wake, SOON_MS);
      return;
    }
    clearTimeout(soon);
    soon = undefined;
    woken = true;
    if (!running && !stopped) running = run();
  };

  async function run(): Promise<void> {
    while (woken && !stopped) {
      woken = false;
      try {
        if (await moveBatch()) woken = true;
      } catch (error) {
        // The rows stay in the outbox, and the next sweep moves them.
        log.warn({ err: error }, 'the outbox could not be moved');
        break;
      }
      if (woken) await Bun.sleep(GATHER_MS);
    }
    running = undefined;
    if (woken && !stopped) setTimeout(wake, GATHER_MS);
  }

  /** Reads first, so that an idle service has no transaction each second. */
  const sweep = makePeriodicTask({
    intervalMs: SWEEP_MS,
    run: async () => {
      const { isDue, canRetry } = await findOutboxWork(sql);
      if (canRetry) await retryRejected(sql);
      if (isDue || canRetry) wake();
    },
    failed: (error) => log.warn({ err: error }, 'the outbox could not be read'),
  });

  return {
    wake,
    start: async () => {
      await readQueues();
      await sweep.start();
      wake();
    },
    stop: async () => {
      // Not awaited: the database may be unavailable.
      void sweep.stop();
      clearTimeout(soon);
      // The last commits of this process are moved before it ends.
      await running;
      if (!stopped)
        await moveBatch().catch((error: unknown) =>
          log.warn({ err: error }, 'the last outbox rows could not be moved; other processes move them'),
        );
      stopped = true;
      await running;
    },
  };
}
