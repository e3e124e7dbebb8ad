import type { Logger } from 'pino';
import type { Database } from '../../db/client.ts';
import type { Component } from '../ports/component.ts';
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
  let timer: Timer | undefined;
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

  /** Retries rows whose queue has been created since they were set aside, as in a rolling deployment. */
  async function reconsider(): Promise<void> {
    await sql`
      update outbox set error = null
      where error is not null and error like 'no queue has the name %'
        and queue in (select name from pgboss.queue)`;
  }

  return {
    wake,
    start: async () => {
      await readQueues();
      let sweeps = 0;
      timer = setInterval(() => {
        if (sweeps++ % 5 === 0) reconsider().catch((error: unknown) => log.warn({ err: error }, 'outbox'));
        wake();
      }, SWEEP_MS);
      wake();
    },
    stop: async () => {
      clearInterval(timer);
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
