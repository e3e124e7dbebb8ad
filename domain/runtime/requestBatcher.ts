import { isDataFault } from '../../db/errors.ts';
import type { Access } from '../access/access.ts';
import { ServiceError } from '../errors.ts';
import { MicroBatcher } from './microBatcher.ts';

type Settled<R> = { readonly value: R } | { readonly error: unknown };

/** Requests of one transaction. */
const MAX_BATCH = 32;
/** One transaction at a time, and a pause: the clients of an answer send their next requests, which share the next one. */
const CONCURRENCY = 1;
const PAUSE_MS = 2;
/** Clients choose the operations, so that idle batchers are removed when there are so many. */
const MAX_IDLE = 100;

/** Requests that share transactions: of one operation, by callers of one user with the same access. */
export interface BatchOf {
  readonly access: Access;
  readonly operation: string;
  readonly user: string;
}

/**
 * Joins concurrent requests that write to one transaction. A request that is refused, such as one that the access rules do
 * not allow, fails alone: the others are written again without it.
 */
export class RequestBatcher {
  readonly #batchers = new WeakMap<Access, Map<string, MicroBatcher<never, Settled<never>>>>();

  /**
   * Resolves with the result of the item when its transaction is committed.
   *
   * @param write writes items, and resolves with their results in order
   */
  async submit<T, R>(batch: BatchOf, item: T, write: (items: readonly T[]) => Promise<readonly R[]>): Promise<R> {
    const settled = await this.#batcherOf<T, R>(batch, write).submit(item);
    if ('error' in settled) throw settled.error;
    return settled.value;
  }

  #batcherOf<T, R>({ access, operation, user }: BatchOf, write: (items: readonly T[]) => Promise<readonly R[]>) {
    const ofAccess = this.#batchers.get(access) ?? new Map<string, MicroBatcher<never, Settled<never>>>();
    this.#batchers.set(access, ofAccess);
    const key = JSON.stringify([operation, user]);
    const known = ofAccess.get(key);
    if (!known && ofAccess.size >= MAX_IDLE)
      for (const [other, { isIdle }] of ofAccess) if (isIdle) ofAccess.delete(other);
    const batcher =
      known ??
      new MicroBatcher<T, Settled<R>>({
        maxBatch: MAX_BATCH,
        concurrency: CONCURRENCY,
        pauseMs: PAUSE_MS,
        run: (items) => writeSettled(items, write),
      });
    // The operation determines the types of its items and results.
    ofAccess.set(key, batcher as unknown as MicroBatcher<never, Settled<never>>);
    return batcher as unknown as MicroBatcher<T, Settled<R>>;
  }
}

async function writeSettled<T, R>(
  items: readonly T[],
  write: (items: readonly T[]) => Promise<readonly R[]>,
): Promise<readonly Settled<R>[]> {
  try {
    return (await write(items)).map((value) => ({ value }));
  } catch (error) {
    // An item that fails alone must not fail those that have been committed before it.
    if (items.length === 1) return [{ error }];
    if (!(error instanceof ServiceError || isDataFault(error))) throw error;
    const settled: Settled<R>[] = [];
    for (const item of items) settled.push(...(await writeSettled([item], write)));
    return settled;
  }
}
