import {
  ACCESS_CHANNEL,
  accessSignature,
  deleteAccessChanges,
  oldestOpenTransaction,
} from '../../db/queries/access/accessChanges.ts';
import { accessUnconfirmed } from '../errors.ts';
import type { Component } from '../ports/component.ts';
import type { AccessEpoch } from '../ports/identity.ts';
import type { ServiceDependencies } from '../ports/serviceDependencies.ts';
import { makePeriodicTask } from '../runtime/periodicTask.ts';

/** A notification can be lost, so that changes are also polled. */
const POLL_MS = 500;
/** Age at which a confirmation is too old to decide by. */
const CONFIRMED_MS = 5_000;
const PURGE_MS = 60_000;
/** Time after which a poll without a response has failed: a connection that is silent blocks no caller for longer. */
const SILENT_MS = 10_000;

/** A fault of the connection, which counts as no fault of the work that needed it. */
class SilentDatabase extends Error {
  readonly code = 'ETIMEDOUT';
}

/**
 * Follows the changes of rights of all processes. Every decision that is cached is bound to `number`; a change raises
 * it. Changes arrive by NOTIFY, and by a poll of `access_change`.
 */
export class PolledAccessEpoch implements AccessEpoch {
  readonly #sql: ServiceDependencies['sql'];
  readonly #log: ServiceDependencies['log'];
  readonly #silentMs: number;
  readonly #tasks: readonly Component[];
  #number = 0;
  #signature: string | undefined;
  /** When the newest completed poll was sent. */
  #confirmedAt = Number.NEGATIVE_INFINITY;
  #polling: Promise<void> | undefined;
  #isChanged = false;
  /** Every transaction before it had ended at the last purge. */
  #purgeable: string | undefined;
  #unlisten: (() => Promise<void>) | undefined;

  constructor({ sql, log }: Pick<ServiceDependencies, 'sql' | 'log'>, { silentMs = SILENT_MS } = {}) {
    this.#sql = sql;
    this.#log = log;
    this.#silentMs = silentMs;
    const failed = (error: unknown) => log.warn({ err: error }, 'the changes of rights could not be read');
    this.#tasks = [
      makePeriodicTask({ intervalMs: POLL_MS, run: () => this.#poll(), failed }),
      makePeriodicTask({ intervalMs: PURGE_MS, run: () => this.#purge(), failed }),
    ];
  }

  get number(): number {
    return this.#number;
  }

  get confirmedWithin5s(): boolean {
    return performance.now() - this.#confirmedAt < CONFIRMED_MS;
  }

  async confirmed(): Promise<number> {
    if (!this.confirmedWithin5s) await this.#poll().catch((cause: unknown) => Promise.reject(accessUnconfirmed(cause)));
    return this.#number;
  }

  raise(): void {
    this.#number++;
  }

  async start(): Promise<void> {
    await this.#poll();
    for (const task of this.#tasks) await task.start();
    const listening = await this.#sql.listen(
      ACCESS_CHANNEL,
      () => this.#changed(),
      // A connection that was lost may have missed notifications.
      () => this.#changed(),
    );
    this.#unlisten = () => listening.unlisten();
  }

  async stop(): Promise<void> {
    for (const task of this.#tasks) await task.stop();
    await this.#unlisten?.().catch(() => {});
    this.#unlisten = undefined;
  }

  #changed(): void {
    this.#isChanged = true;
    this.#poll().catch((error: unknown) => this.#log.warn({ err: error }, 'the changes of rights could not be read'));
  }

  /** Joins a running poll; a change that was notified during the poll is read by another. */
  #poll(): Promise<void> {
    this.#polling ??= this.#read().finally(() => {
      this.#polling = undefined;
      if (this.#isChanged) this.#changed();
    });
    return this.#polling;
  }

  async #read(): Promise<void> {
    this.#isChanged = false;
    const sent = performance.now();
    const signature = await this.#answered(accessSignature(this.#sql));
    // A change may have come and been purged since the last poll.
    const isLate = sent - this.#confirmedAt > CONFIRMED_MS;
    if (signature !== this.#signature || isLate) this.#number++;
    this.#signature = signature;
    this.#confirmedAt = sent;
  }

  /** Rejects if the database is silent. The next poll uses another connection, and a late response is ignored. */
  async #answered<T>(response: Promise<T>): Promise<T> {
    const silence = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => silence.reject(new SilentDatabase(`the database has not responded for ${this.#silentMs} ms`)),
      this.#silentMs,
    );
    return Promise.race([response, silence.promise]).finally(() => clearTimeout(timer));
  }

  /** Deletes the changes that every process which may still decide by its cache has polled. */
  async #purge(): Promise<void> {
    const oldest = await oldestOpenTransaction(this.#sql);
    if (this.#purgeable !== undefined) await deleteAccessChanges(this.#sql, this.#purgeable);
    this.#purgeable = oldest;
  }
}
