import { setTimeout } from 'node:timers/promises';
import { type Database, openSession } from '../../db/client.ts';
import { lockBounceMailbox } from '../../db/queries/notifications/bounceMailboxLock.ts';
import { enqueueReports } from '../../domain/notifications/bounces/enqueueReports.ts';
import type { BounceMailbox } from '../../domain/ports/bounceMailbox.ts';
import type { Component } from '../../domain/ports/component.ts';
import type { Services } from '../../domain/ports/services.ts';
import { workerCaller } from '../../domain/queue/context.ts';
import { messageOf } from '../../domain/runtime/errorDetails.ts';

/** Interval at which a worker without the lock tries to take it; ms. */
const STANDBY_MS = 5_000;
/** Pause after a connection that has failed; it doubles with each further one. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 120_000;

/**
 * Reads reports from the mailbox of bounces into their queue. One worker reads at a time, by a lock on a session of its own:
 *
 *   standby ─ lock ─► reading ─ the mail server fails ─► pause ─► reading
 *      ▲                 │
 *      └─ the session ends
 *
 * The lock saves work; what two readers read has one effect too.
 */
export function makeBounceReader(
  { sql, wakeRelay, log }: Pick<Services, 'sql' | 'wakeRelay' | 'log'>,
  mailbox: BounceMailbox,
): Component {
  const stopping = new AbortController();
  let session: Database | undefined;
  let lost = new AbortController();
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    while (!stopping.signal.aborted) {
      lost = new AbortController();
      if (!(await isReader())) {
        await pause(STANDBY_MS, stopping.signal);
        continue;
      }
      const startedAt = performance.now();
      try {
        const signal = AbortSignal.any([stopping.signal, lost.signal]);
        await mailbox.follow((reports) => enqueueReports({ sql, wakeRelay }, reports, workerCaller(undefined)), signal);
      } catch (error) {
        if (performance.now() - startedAt > LONGEST_PAUSE_MS) pauseMs = FIRST_PAUSE_MS;
        const details = { err: error, reason: messageOf(error), seconds: pauseMs / 1_000 };
        log.error(details, 'the mailbox of bounces cannot be read (BOUNCE_MAILBOX_URL); it is tried again');
        await pause(pauseMs, stopping.signal);
        pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
      }
    }
  }

  async function isReader(): Promise<boolean> {
    try {
      return session !== undefined && (await lockBounceMailbox(session));
    } catch (error) {
      log.debug({ err: error }, 'the lock of the mailbox of bounces could not be taken');
      return false;
    }
  }

  return {
    start: async () => {
      session = openSession(sql, { name: 'waybill bounce mailbox', onClose: () => lost.abort() });
      running = run();
    },
    stop: async () => {
      stopping.abort();
      await running;
      await session?.end({ timeout: 0 });
    },
  };
}

/** Resolves after a time, or once the signal is aborted. */
const pause = (ms: number, signal: AbortSignal): Promise<void> => setTimeout(ms, undefined, { signal }).catch(() => {});
