import type { Logger } from 'pino';
import type { Database } from '../../db/client.ts';
import { type Allowance, dropIdleAllowances, grantAllowances } from '../../db/queries/runtime/callerAllowances.ts';
import type { Component } from '../ports/component.ts';
import { makePeriodicTask } from './periodicTask.ts';

/** Prefix of the keys in the table, which has other limits too. */
const PREFIX = 'caller ';
/** The allowance of a process lasts for about this time. */
const ALLOWANCE_MS = 250;
/** A process with more requests than the limit does not ask for each single one. */
const MIN_PAUSE_MS = 50;
/** A caller that has sent nothing for this time is forgotten by the process. */
const IDLE_MS = 2_000;
const CLEANUP_MS = 60_000;

/** What a process knows of a caller. */
interface CallerState {
  /** Requests that may still be admitted. */
  left: number;
  /** Requests that were admitted in advance, and are not counted in the database yet. */
  used: number;
  /** Requests since the last grant, admitted or not. */
  seen: number;
  grantedAt: number;
  /** The limit is reached until then; ms since 1970. */
  exhaustedUntil: number;
  lastSeenAt: number;
}

/**
 * Limits the requests of each caller to a number per second of all processes together.
 *
 * A process admits requests from an allowance that it fetches from the database for about a quarter of a second, in
 * proportion to the requests that it sees, and in advance: requests do not wait for it. The first request of a caller to
 * a process uses a small advance, a tenth of the limit, which is counted at once. Therefore a caller can exceed the limit
 * by a tenth for each process, once after a pause; over time it cannot.
 *
 * While the database is unavailable, each process admits advances.
 */
export class CallerRateLimiter implements Component {
  readonly #sql: Database;
  readonly #log: Logger;
  readonly #perSecond: number;
  readonly #advance: number;
  readonly #callers = new Map<string, CallerState>();
  readonly #cleanup: Component;
  #forgetting: Timer | undefined;
  #waiting = new Set<string>();
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  /** @param perSecond  at least 1 */
  constructor({ sql, log }: { readonly sql: Database; readonly log: Logger }, perSecond: number) {
    this.#sql = sql;
    this.#log = log;
    this.#perSecond = perSecond;
    this.#advance = Math.max(1, Math.floor(perSecond / 10));
    this.#cleanup = makePeriodicTask({
      intervalMs: CLEANUP_MS,
      run: () => dropIdleAllowances(sql, PREFIX),
      failed: (err) => log.warn({ err }, 'failed to delete the allowances of idle callers'),
    });
  }

  async start(): Promise<void> {
    this.#forgetting = setInterval(() => this.#forgetIdleCallers(), IDLE_MS);
    await this.#cleanup.start();
  }

  async stop(): Promise<void> {
    clearInterval(this.#forgetting);
    await this.#cleanup.stop();
    await this.#next;
    await this.#running;
  }

  /** Returns 0 if the request is admitted, and otherwise the number of seconds after which the caller may retry. */
  admit(key: string): number | Promise<number> {
    const caller = this.#stateOf(key);
    caller.seen++;
    caller.lastSeenAt = Date.now();
    if (caller.left > 0) {
      caller.left--;
      if (caller.left < this.#target(caller) / 2) void this.#fetch(key);
      return 0;
    }
    if (caller.exhaustedUntil > caller.lastSeenAt) return secondsUntil(caller.exhaustedUntil);
    return this.#fetch(key).then(() => this.#admitAfterGrant(key));
  }

  async #admitAfterGrant(key: string): Promise<number> {
    for (;;) {
      // The caller may have been forgotten meanwhile.
      const caller = this.#stateOf(key);
      if (caller.left > 0) {
        caller.left--;
        return 0;
      }
      if (caller.exhaustedUntil > Date.now()) return secondsUntil(caller.exhaustedUntil);
      await this.#fetch(key);
    }
  }

  #stateOf(key: string): CallerState {
    const known = this.#callers.get(key);
    if (known) return known;
    const now = Date.now();
    const caller: CallerState = {
      left: this.#advance,
      used: this.#advance,
      seen: 0,
      grantedAt: now,
      exhaustedUntil: 0,
      lastSeenAt: now,
    };
    this.#callers.set(key, caller);
    void this.#fetch(key);
    return caller;
  }

  /** Returns the allowance that lasts for about ALLOWANCE_MS at the rate since the last grant. */
  #target({ seen, grantedAt }: CallerState): number {
    const elapsed = Math.max(MIN_PAUSE_MS, Date.now() - grantedAt);
    const expected = Math.ceil((seen * ALLOWANCE_MS) / elapsed);
    return Math.max(this.#advance, Math.min(expected, Math.ceil((this.#perSecond * ALLOWANCE_MS) / 1_000)));
  }

  /** Fetches the allowance of a caller, in one statement with those of all other callers that need one meanwhile. */
  #fetch(key: string): Promise<void> {
    this.#waiting.add(key);
    this.#next ??= this.#running.then(() => {
      const keys = [...this.#waiting];
      this.#waiting = new Set();
      this.#next = undefined;
      this.#running = this.#grant(keys);
      return this.#running;
    });
    return this.#next;
  }

  async #grant(keys: readonly string[]): Promise<void> {
    const requests = keys.flatMap((key) => {
      const caller = this.#callers.get(key);
      if (!caller || caller.exhaustedUntil > Date.now()) return [];
      const target = this.#target(caller);
      const { left, used } = caller;
      // An earlier grant may have been enough.
      if (used === 0 && left >= target / 2) return [];
      const requested = Math.max(0, target - left);
      caller.used = 0;
      return [{ key, used, requested }];
    });
    if (requests.length === 0) return;
    const rows = requests.map(({ key, ...counts }) => ({ key: `${PREFIX}${key}`, ...counts }));
    try {
      for (const allowance of await grantAllowances(this.#sql, rows, this.#perSecond)) {
        const requested = requests.find(({ key }) => `${PREFIX}${key}` === allowance.key)?.requested ?? 0;
        this.#apply(allowance, requested);
      }
    } catch (err) {
      this.#log.warn({ err }, 'failed to fetch the allowances of callers');
      for (const { key } of requests) this.#applyAdvance(key);
    }
  }

  #apply({ key, granted, waitMs }: Allowance, requested: number): void {
    const caller = this.#callers.get(key.slice(PREFIX.length));
    if (!caller) return;
    const now = Date.now();
    caller.left += granted;
    caller.seen = 0;
    caller.grantedAt = now;
    if (granted < requested) caller.exhaustedUntil = now + Math.max(MIN_PAUSE_MS, waitMs);
  }

  #applyAdvance(key: string): void {
    const caller = this.#callers.get(key);
    if (caller) caller.left = Math.max(caller.left, this.#advance);
  }

  #forgetIdleCallers(): void {
    const idleSince = Date.now() - IDLE_MS;
    for (const [key, { lastSeenAt }] of this.#callers) if (lastSeenAt < idleSince) this.#callers.delete(key);
  }
}

const secondsUntil = (time: number): number => Math.max(1, Math.ceil((time - Date.now()) / 1_000));
