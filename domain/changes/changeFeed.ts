import { changeBounds } from '../../db/queries/changes/changeRows.ts';
import { sharedKeyOf } from '../../db/queries/runtime/sharedKeys.ts';
import type { Component } from '../ports/component.ts';
import type { ServiceDependencies } from '../ports/serviceDependencies.ts';
import { PollingFeed } from '../runtime/pollingFeed.ts';
import { Cursors } from './cursor.ts';

const POLL_MS = 300;
const TOPIC = 'changes';

/** What the readers of changes in this process share: the key of the cursors, and one poll for all that wait. */
export class ChangeFeed implements Component {
  readonly #sql: ServiceDependencies['sql'];
  readonly #positions: PollingFeed<bigint>;
  #cursors: Promise<Cursors> | undefined;

  constructor({ sql, log }: Pick<ServiceDependencies, 'sql' | 'log'>) {
    this.#sql = sql;
    this.#positions = new PollingFeed(log, {
      name: 'the newest change',
      pollMs: POLL_MS,
      read: async () => new Map([[TOPIC, (await changeBounds(sql)).last]]),
    });
  }

  async start(): Promise<void> {}

  /** Waiting readers end at their limits. */
  stop(): Promise<void> {
    return this.#positions.stop();
  }

  cursors(): Promise<Cursors> {
    this.#cursors ??= sharedKeyOf(this.#sql, 'changes').then(
      (secret) => new Cursors(secret),
      (error: unknown) => {
        this.#cursors = undefined;
        throw error;
      },
    );
    return this.#cursors;
  }

  /** Resolves when there is a change after the position, at the latest after so many ms or when the signal is aborted. */
  async awaitChange(
    position: bigint,
    { ms, signal }: { readonly ms: number; readonly signal: AbortSignal },
  ): Promise<void> {
    if (signal.aborted || ms <= 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = () => resolve();
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    const unsubscribe = this.#positions.subscribe(TOPIC, (last) => {
      if (last !== undefined && last > position) resolve();
    });
    await promise;
    unsubscribe();
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}
