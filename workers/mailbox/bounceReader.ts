import { setTimeout } from 'node:timers/promises';
import { type Database, openSession } from '../../db/client.ts';
import { lockBounceMailbox } from '../../db/queries/notifications/bounces/bounceMailboxLock.ts';
import { enqueueReports } from '../../domain/notifications/bounces/enqueueReports.ts';
import type { BounceMailbox } from '../../domain/ports/bounceMailbox.ts';
import type { Component } from '../../domain/ports/component.ts';
import type { Services } from '../../domain/ports/services.ts';
import type { BounceReport } from '../../domain/queue/bounceReport.ts';
import { workerCaller } from '../../domain/queue/context.ts';
import { messageOf } from '../../domain/runtime/errorDetails.ts';

/** Interval at which a worker without the lock tries to take it; ms. */
const STANDBY_MS = 5_000;
/** Pause after a connection that has failed; it doubles with each further one. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 120_000;

/** What the reader does; only the one with the lock has a state. */
interface MailboxState {
  readonly state: 'READING' | 'FAILING';
  /** When it began. */
  readonly since: string;
  /** Why the mailbox cannot be read. */
  readonly reason?: string;
}

export interface BounceReader extends Component {
  /** Undefined while another worker reads the mailbox, and before the first connection. */
  readonly state: MailboxState | undefined;
}

/** Maximum number of characters of a reason that others see; the log has all of it. */
const MAX_REASON = 300;

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
): BounceReader {
  const stopping = new AbortController();
  let session: Database | undefined;
  let lost = new AbortController();
  let running: Promise<void> | undefined;
  let state: MailboxState | undefined;

  /** A state that lasts keeps its beginning. */
  function enter(next: Omit<MailboxState, 'since'>): void {
    const since = state?.state === next.state ? state.since : new Date().toISOString();
    state = { ...next, since };
  }

  async function run(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    while (!stopping.signal.aborted) {
      lost = new AbortController();
      if (!(await isReader())) {
        state = undefined;
        await pause(STANDBY_MS, stopping.signal);
        continue;
      }
      const startedAt = performance.now();
      try {
        const signal = AbortSignal.any([stopping.signal, lost.signal]);
        const store = (reports: readonly BounceReport[]) =>
          enqueueReports({ sql, wakeRelay }, reports, workerCaller(undefined));
        await mailbox.follow(store, signal, () => enter({ state: 'READING' }));
      } catch (error) {
        enter({ state: 'FAILING', reason: messageOf(error).slice(0, MAX_REASON) });
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
    get state() {
      return state;
    },
    start: async () => {
      session = openSession(sql, { name: 'waybill bounce mailbox', onClose: () => lost.abort() });
      running = run();
    },
    stop: async () => {
      stopping.abort();
      await running;
      state = undefined;
      await session?.end({ timeout: 0 });
    },
  };
}

/** Resolves after a time, or once the signal is aborted. */
const pause = (ms: number, signal: AbortSignal): Promise<void> => setTimeout(ms, undefined, { signal }).catch(() => {});
