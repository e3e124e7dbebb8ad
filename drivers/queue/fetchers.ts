import type { PgBoss, WorkHandler, WorkOptions } from 'pg-boss';
import type { ClaimedJob } from '../../domain/queue/broker.ts';
import type { QueueDefinition } from '../../domain/queue/definitions.ts';

/** Polling by pg-boss itself, in seconds: practically never. */
const POLL_SECONDS = 600;
/** Time in ms that a fetcher may run its batch before another looks for jobs that were added meanwhile. */
const BUSY_MS = 20;
const HEARTBEAT_REFRESH_SECONDS = 3;

interface Fetcher {
  /** The id of pg-boss; absent until it has started. */
  id?: string;
  /** Whether it runs a batch. */
  busy: boolean;
  /** It ends with its batch, unless the concurrency is raised before. */
  retired: boolean;
}

type Run = (jobs: readonly ClaimedJob[]) => Promise<void>;

/**
 * The fetchers of a process: as many pg-boss workers for each queue as it has concurrent batches. A fetcher that is woken
 * fetches a batch and runs it; if it finds a full batch it wakes the next. Waking all at once would find little.
 */
export class Fetchers {
  readonly #boss: PgBoss;
  readonly #byQueue = new Map<string, Set<Fetcher>>();

  constructor(boss: PgBoss) {
    this.#boss = boss;
  }

  /** The queues that have fetchers. */
  get queues(): string[] {
    return [...this.#byQueue.keys()];
  }

  /** Wakes an idle fetcher of the queue. */
  wake(queue: string): void {
    for (const { id, busy, retired } of this.#byQueue.get(queue) ?? []) {
      if (id === undefined || busy || retired) continue;
      this.#boss.notifyWorker(id);
      return;
    }
  }

  /** Wakes an idle fetcher of each queue. */
  wakeAll(): void {
    for (const queue of this.#byQueue.keys()) this.wake(queue);
  }

  /**
   * Starts or retires fetchers of a queue until it has `concurrency` of them. A retired fetcher finishes its batch. One that
   * still runs a batch counts when the concurrency is raised again, so that a pause and a resume add none.
   */
  async resize(definition: QueueDefinition, concurrency: number, run: Run): Promise<void> {
    const fetchers = this.#byQueue.get(definition.name) ?? new Set();
    this.#byQueue.set(definition.name, fetchers);
    await this.retire(definition.name, concurrency);
    const missing = concurrency - serving(fetchers).length;
    const recalled = [...fetchers].filter(({ retired }) => retired).slice(0, Math.max(0, missing));
    for (const fetcher of recalled) fetcher.retired = false;
    for (let count = recalled.length; count < missing; count++) await this.#start(definition, fetchers, run);
    this.wake(definition.name);
  }

  /** Retires the fetchers of a queue but for `remaining`, idle ones first. */
  async retire(queue: string, remaining = 0): Promise<void> {
    const active = serving(this.#byQueue.get(queue) ?? []).sort((a, b) => Number(b.busy) - Number(a.busy));
    for (const fetcher of active.slice(remaining)) {
      fetcher.retired = true;
      if (!fetcher.busy) await this.#end(queue, fetcher);
    }
  }

  async #start(definition: QueueDefinition, fetchers: Set<Fetcher>, run: Run): Promise<void> {
    const { name: queue, batchSize } = definition;
    const options = {
      batchSize,
      pollingIntervalSeconds: POLL_SECONDS,
      heartbeatRefreshSeconds: HEARTBEAT_REFRESH_SECONDS,
    } as const satisfies WorkOptions;
    const fetcher: Fetcher = { busy: false, retired: false };
    fetchers.add(fetcher);
    const handler: WorkHandler<object, void> = async (fetched) => {
      fetcher.busy = true;
      // A full batch means that there may be more.
      if (fetched.length === batchSize) this.wake(queue);
      // Jobs added during the fetch woke no other fetcher; this one finds them itself if it is idle soon.
      const timer = setTimeout(() => this.wake(queue), BUSY_MS);
      try {
        // A job of a schedule has null in place of data, whatever its type says.
        await run(
          fetched.map(({ id, data, retryCount, signal }) => ({ id, queue, data: data ?? {}, retryCount, signal })),
        );
      } finally {
        clearTimeout(timer);
        fetcher.busy = false;
        if (fetcher.retired) await this.#end(queue, fetcher);
        // Otherwise it sleeps until the next poll despite a backlog: one job a second, where they are fetched singly.
        else if (fetcher.id !== undefined) this.#boss.notifyWorker(fetcher.id);
      }
    };
    try {
      fetcher.id = await this.#boss.work<object, void, typeof options>(queue, options, handler);
    } catch (error) {
      fetchers.delete(fetcher);
      throw error;
    }
    // It was retired before it had an id.
    if (fetcher.retired && !fetcher.busy) await this.#end(queue, fetcher);
  }

  /** Ends a fetcher. A batch that it fetches meanwhile is still run. */
  async #end(queue: string, fetcher: Fetcher): Promise<void> {
    if (fetcher.id === undefined) return;
    this.#byQueue.get(queue)?.delete(fetcher);
    await this.#boss.offWork(queue, { id: fetcher.id, wait: false });
  }
}

const serving = (fetchers: Iterable<Fetcher>): Fetcher[] => [...fetchers].filter(({ retired }) => !retired);
