import { insertAuditEntries } from '../../db/queries/access/auditRows.ts';
import { CredentialRefused, ServiceError } from '../errors.ts';
import type { Component } from '../ports/component.ts';
import type { Refusals, RefusedCall } from '../ports/identity.ts';
import type { ServiceDependencies } from '../ports/serviceDependencies.ts';
import { makePeriodicTask } from '../runtime/periodicTask.ts';
import { type AuditedAction, auditTexts } from './auditEntries.ts';

const FLUSH_MS = 2_000;
/** Different refusals that are stored at a time: nobody fills the audit list by refused requests. */
const MAX_ENTRIES = 50;
/** The reason for refusing a browser that has not signed in, which is not an attempt to sign in. */
const NO_CREDENTIAL = 'the request has no credential';

interface Counted {
  readonly action: AuditedAction;
  readonly requestId: string;
  count: number;
}

/** Stores refused requests in the audit list. Equal ones within two seconds are one entry with their number. */
export class RefusalLog implements Refusals {
  readonly #sql: ServiceDependencies['sql'];
  readonly #log: ServiceDependencies['log'];
  readonly #task: Component;
  #counted = new Map<string, Counted>();
  #dropped = 0;

  constructor({ sql, log }: Pick<ServiceDependencies, 'sql' | 'log'>) {
    this.#sql = sql;
    this.#log = log;
    this.#task = makePeriodicTask({
      intervalMs: FLUSH_MS,
      run: () => this.flush(),
      failed: (error) => log.error({ err: error }, 'refused requests could not be stored in the audit list'),
    });
  }

  add(error: unknown, { principal, operation, origin, requestId }: RefusedCall): void {
    const reason = reasonOf(error);
    if (reason === undefined || reason === NO_CREDENTIAL) return;
    const known = principal.credential === 'none' ? ownerOf(error) : principal;
    const who = known && { principal: known };
    const action = { ...who, action: 'REQUEST', outcome: 'REFUSED', target: operation, reason, origin } as const;
    const key = JSON.stringify([known?.code, known?.keyName, principal.keyId, operation, reason, origin.address]);
    const counted = this.#counted.get(key);
    if (counted) counted.count++;
    else if (this.#counted.size < MAX_ENTRIES) this.#counted.set(key, { action, requestId, count: 1 });
    else this.#dropped++;
  }

  async flush(): Promise<void> {
    const counted = this.#counted;
    if (counted.size === 0) return;
    this.#counted = new Map();
    if (this.#dropped > 0) this.#log.warn({ count: this.#dropped }, 'refused requests are not in the audit list');
    this.#dropped = 0;
    const texts = [...counted.values()].map(({ action, requestId, count }) => auditTexts(action, { requestId, count }));
    await insertAuditEntries(this.#sql, texts).catch((error: unknown) => {
      this.#countAgain(counted);
      throw error;
    });
  }

  /** The next flush stores what could not be stored. */
  #countAgain(counted: ReadonlyMap<string, Counted>): void {
    for (const [key, entry] of counted) {
      const newer = this.#counted.get(key);
      if (newer) newer.count += entry.count;
      else this.#counted.set(key, entry);
    }
  }

  start(): Promise<void> {
    return this.#task.start();
  }

  async stop(): Promise<void> {
    await this.#task.stop();
    await this.flush().catch(() => {});
  }
}

/** Returns whose credential was refused. */
const ownerOf = (error: unknown) => (error instanceof CredentialRefused ? error.owner : undefined);

/** Returns why a request was refused; undefined for any other error. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof CredentialRefused) return error.reason;
  if (!(error instanceof ServiceError) || error.status !== 'FORBIDDEN') return undefined;
  return [error.message, ...error.errors].join(' ');
}
