import { saveUses } from '../../db/queries/access/credentialRows.ts';
import { deleteExpiredSessions, deleteOldLogouts } from '../../db/queries/access/sessionRows.ts';
import { deleteOldAttempts } from '../../db/queries/access/signInRows.ts';
import type { Component } from '../ports/component.ts';
import type { ServiceDependencies } from '../ports/serviceDependencies.ts';
import { makePeriodicTask } from '../runtime/periodicTask.ts';
import type { Principal } from './principal.ts';
import { IDLE_SECONDS } from './sessions.ts';
import { FORGET_SECONDS } from './throttle.ts';

const SAVE_MS = 10_000;
const TIDY_MS = 5 * 60_000;

/** Stores the last use of keys and sessions, many at a time, and deletes what has expired. */
export class CredentialUsage implements Component {
  readonly #sql: ServiceDependencies['sql'];
  readonly #tasks: readonly Component[];
  #keys = new Set<string>();
  #sessions = new Set<string>();

  constructor({ sql, log }: Pick<ServiceDependencies, 'sql' | 'log'>) {
    this.#sql = sql;
    const failed = (error: unknown) => log.warn({ err: error }, 'the use of credentials could not be stored');
    this.#tasks = [
      makePeriodicTask({ intervalMs: SAVE_MS, run: () => this.save(), failed }),
      makePeriodicTask({ intervalMs: TIDY_MS, run: () => this.#tidy(), failed }),
    ];
  }

  used({ keyId, sessionId }: Principal): void {
    if (keyId !== undefined) this.#keys.add(keyId);
    if (sessionId !== undefined) this.#sessions.add(sessionId);
  }

  async save(): Promise<void> {
    const keys = [...this.#keys];
    const sessions = [...this.#sessions];
    this.#keys = new Set();
    this.#sessions = new Set();
    await saveUses(this.#sql, { keys, sessions });
  }

  async start(): Promise<void> {
    for (const task of this.#tasks) await task.start();
  }

  async stop(): Promise<void> {
    for (const task of this.#tasks) await task.stop();
    await this.save().catch(() => {});
  }

  async #tidy(): Promise<void> {
    await deleteExpiredSessions(this.#sql, IDLE_SECONDS);
    await deleteOldAttempts(this.#sql, FORGET_SECONDS);
    await deleteOldLogouts(this.#sql);
  }
}
