import type { PgBoss, WorkHandler, WorkOptions } from 'pg-boss';
import type { ClaimedJob } from '../../domain/queue/broker.ts';
import type { QueueDefinition } from '../../domain/queue/definitions.ts';

/** Polling by pg-boss itself, in seconds: practically never. */
const POLL_SECONDS = 600;
/** Time in ms that a fetcher may run its batch before another looks for jobs that were added meanwhile. */
const BUSY_MS = 20;
const HEARTBEAT_REFRESH_SECONDS = 3;

/**
 * The fetchers of a process: as many pg-boss workers for each queue as it has concurrent batches. A fetcher that is woken
 * fetches a batch and runs it; if it finds a full batch it wakes the next. Waking all at once would find little.
 */
export class Fetchers {
  readonly #boss: PgBoss;
  /** By queue, the ids of pg-boss, and whether the fetcher runs a batch. */
  readonly #byQueue = new Map<string, Map<string, { busy: boolean }>>();

  constructor(boss: PgBoss) {
    this.#boss = boss;
  }

  /** Wakes an idle fetcher of the queue. */
  wake(queue: string): void {
    const [idle] = [...(this.#byQueue.get(queue) ?? [])].find(([, { busy }]) => !busy) ?? [];
    if (idle !== undefined) this.#boss.notifyWorker(idle);
  }

  /** Wakes an idle fetcher of each queue. */
  wakeAll(): void {
    for (const queue of this.#byQueue.keys()) this.wake(queue);
  }

  /** Starts the fetchers of a queue. */
  async start(definition: QueueDefinition, run: (jobs: readonly ClaimedJob[]) => Promise<void>): Promise<void> {
    const { name: queue, batchSize, concurrency } = definition;
    const options = {
      batchSize,
      pollingIntervalSeconds: POLL_SECONDS,
      heartbeatRefreshSeconds: HEARTBEAT_REFRESH_SECONDS,
    } as const satisfies WorkOptions;
    const fetchers = new Map<string, { busy: boolean }>();
    this.#byQueue.set(queue, fetchers);
    for (let index = 0; index < concurrency; index++) {
      const fetcher = { busy: false };
      let fetcherId: string | undefined;
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
          // Otherwise it sleeps until the next poll despite a backlog: one job a second, where they are fetched singly.
          if (fetcherId !== undefined) this.#boss.notifyWorker(fetcherId);
        }
      };
      fetcherId = await this.#boss.work<object, void, typeof options>(queue, options, handler);
      fetchers.set(fetcherId, fetcher);
    }
  }

  /** Stops the fetchers of a queue; their batches go on. */
  async stop(queue: string): Promise<void> {
    this.#byQueue.delete(queue);
    await this.#boss.offWork(queue, { wait: false });
  }
}
