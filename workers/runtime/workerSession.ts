import { type Database, openSession } from '../../db/client.ts';
import { lockSession } from '../../db/queries/runtime/workerSessions.ts';
import type { Component } from '../../domain/ports/component.ts';
import type { Services } from '../../domain/ports/services.ts';
import { makePeriodicTask } from '../../domain/runtime/periodicTask.ts';

/** Interval at which a lost lock is taken again. */
const CHECK_MS = 500;

/**
 * Holds the session lock of a worker, by which others distinguish a worker that has ended from one that is paused: the
 * connection of a paused process stays open.
 */
export function makeWorkerSession({ sql, log }: Pick<Services, 'sql' | 'log'>, worker: string): Component {
  let closeCount = 0;
  let isLocked = false;
  let session: Database | undefined;

  async function lock(): Promise<void> {
    if (isLocked || !session) return;
    const before = closeCount;
    await lockSession(session, worker);
    isLocked = before === closeCount;
  }

  const locking = makePeriodicTask({
    intervalMs: CHECK_MS,
    run: lock,
    failed: (error) => log.debug({ err: error }, 'the session lock could not be taken'),
  });
  return {
    start: async () => {
      session = openSession(sql, {
        name: 'waybill worker session',
        onClose: () => {
          closeCount++;
          isLocked = false;
        },
      });
      await lock();
      await locking.start();
    },
    stop: async () => {
      const stopped = locking.stop();
      await session?.end({ timeout: 0 });
      await stopped;
    },
  };
}
