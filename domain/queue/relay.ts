import type { Logger } from 'pino';
import type { Database } from '../../db/client.ts';
import { findOutboxWork, type OutboxPart, retryRejected } from '../../db/queries/queue/relayOutbox.ts';
import type { Component } from '../ports/component.ts';
import { makePeriodicTask } from '../runtime/periodicTask.ts';
import type { Broker } from './broker.ts';
import { MoveLoop, type WakeTime } from './moveLoop.ts';
import { type IndexRows, makeOutboxMover } from './outboxMover.ts';

const SWEEP_MS = 1_000;
const SOON_MS = 25;
/** As SOON_MS, for index writes: a queue job took as long. */
const INDEX_SOON_MS = 50;
/** Time from one batch of index writes to the next. A process that ends steps one by one would otherwise write two or three at a time. */
const INDEX_STREAM_MS = 250;

export type { WakeTime };

export interface Relay extends Component {
  /** A commit of this process has put rows into the outbox. */
  readonly wake: (when?: WakeTime) => void;
}

/**
 * Moves outbox rows into the queues. Each row is deleted and inserted in one transaction, so that none is lost or doubled
 * when a process dies. The commits of its own process wake it; a sweep every second moves the rows that a dead process
 * has left.
 *
 * @param indexRows indexes records in this process. No other row waits for it, and it waits for the rows of many commits
 */
export function makeRelay(sql: Database, broker: Broker, log: Logger, indexRows?: IndexRows): Relay {
  const { readQueues, moveBatch } = makeOutboxMover(sql, broker, log, indexRows);
  const loopOf = (part: OutboxPart, soonMs: number, streamMs?: number): MoveLoop =>
    new MoveLoop(() => moveBatch(part), log, soonMs, streamMs);
  const moves = loopOf(indexRows ? 'others' : 'all', SOON_MS);
  const indexWrites = indexRows && loopOf('index', INDEX_SOON_MS, INDEX_STREAM_MS);
  const loops = indexWrites ? [moves, indexWrites] : [moves];

  const wake = (when: WakeTime = 'now'): void => {
    if (when !== 'index') moves.wake(when);
    else if (!indexWrites) moves.wake('soon');
    indexWrites?.wake('soon');
  };

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
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
