import type { Job, PgBoss, WorkHandler, WorkOptions } from 'pg-boss';
import type { ClaimedJob, HandleBatch, Settlements } from '../../domain/queue/broker.ts';
import type { QueueDefinition } from '../../domain/queue/definitions.ts';
import { Pace } from './pace.ts';

/** Polling by pg-boss itself, in seconds: practically never. */
const POLL_SECONDS = 600;
/** Time in ms that a fetcher may run its batch before another looks for jobs that were added meanwhile. */
const BUSY_MS = 20;
const HEARTBEAT_REFRESH_SECONDS = 3;
/** At a distance of 10 ms from the database, a short step takes less time than its claim or the write of its end. */
const FETCHERS_PER_SLOT = 4;
/** Where the times of batches, or of fetching them, differ by more, in ms, none is fetched ahead: other workers could run them meanwhile. */
const AHEAD_SPREAD_MS = 20;
/** Time in ms after the end of a batch in which the next one began if there is a backlog. */
const BACKLOG_MS = 50;

/** A worker of pg-boss: it sleeps until it is woken, fetches a batch, runs it, and sleeps again. */
interface Fetcher {
  /** The id of pg-boss; absent until it has started. */
  id?: string;
  /**
   * `woken` until it has found jobs: it fetches, or has found none. `found`: its batch is about to take a slot. `waiting`: its batch
   * waits for one. `ending`: its batch has left its slot or got none, and how it ended is written.
   */
  phase: 'idle' | 'woken' | 'found' | 'waiting' | 'running' | 'ending';
  /** When it was last woken, by performance.now(), until it has found jobs. */
  wokenAt?: number;
  /** It fetches for a slot that is not free yet, and the handler of its batch takes the slot. */
  isAhead: boolean;
  /** Gives the batch that waits its slot (true), or has it put back. */
  giveSlot?: (isGiven: boolean) => void;
  /** The end of its last batch. */
  run?: Promise<void>;
}

interface Queue {
  readonly definition: QueueDefinition;
  handle: HandleBatch;
  /** Batches at a time; none when the queue is closed. */
  concurrency: number;
  /** The one that has been idle for the longest time comes first. */
  readonly fetchers: Set<Fetcher>;
  /** From waking a fetcher until its batch could begin. */
  readonly fetching: Pace;
  /** From the begin of a batch until it has left its slot. */
  readonly running: Pace;
  /** When a batch last left its slot. */
  freedAt: number;
}

export interface FetchersOptions {
  readonly boss: PgBoss;
  /** Writes how the jobs of a batch ended, but for those that are done. */
  readonly settle: (jobs: readonly ClaimedJob[], settlements: Settlements) => Promise<void>;
  /** Puts jobs back for which no slot became free, or whose queue was closed. */
  readonly release: (jobs: readonly ClaimedJob[]) => Promise<void>;
  readonly failed: (error: unknown) => void;
  readonly slotWaitMs: number;
}

/**
 * The fetchers of a process. A fetcher that is woken fetches a batch and runs it; if it finds a full batch it wakes the next, and no
 * two of a queue fetch at the same time: they would find little. A batch that has left its slot, and is only to be written,
 * counts no more, so that the next one is fetched meanwhile; a queue has at most four times as many fetchers as batches at a time.
 * Steps that are claimed one at a time are fetched shortly before the one that runs is expected to end, if there is a backlog.
 * A batch that is fetched while all slots are taken waits for one for `slotWaitMs`.
 */
export class Fetchers {
  readonly #options: FetchersOptions;
  readonly #queues = new Map<string, Queue>();

  constructor(options: FetchersOptions) {
    this.#options = options;
  }

  /** The names of the open queues. */
  get queues(): string[] {
    return [...this.#queues.values()].flatMap(({ concurrency, definition }) =>
      concurrency > 0 ? [definition.name] : [],
    );
  }

  /** Opens a queue, or changes the number of its batches at a time; batches above it finish. */
  open(definition: QueueDefinition, concurrency: number, handle: HandleBatch): void {
    const queue = this.#queues.get(definition.name) ?? {
      ...{ definition, handle, concurrency },
      ...{ fetchers: new Set<Fetcher>(), fetching: new Pace(), running: new Pace(), freedAt: 0 },
    };
    queue.handle = handle;
    queue.concurrency = concurrency;
    this.#queues.set(definition.name, queue);
    this.#wake(queue);
  }

  /** Closes a queue. Its batches finish; one that is fetched in this moment, or waits for a slot, is put back. */
  async close(name: string): Promise<void> {
    const queue = this.#queues.get(name);
    if (!queue) return;
    queue.concurrency = 0;
    // Now, because the queue may be opened again before those that wait have put their jobs back.
    const asleep = [...queue.fetchers].filter(({ phase }) => phase === 'idle' || phase === 'woken');
    const waiting = [...queue.fetchers].filter(({ phase }) => phase === 'waiting');
    for (const { giveSlot } of waiting) giveSlot?.(false);
    await Promise.all([
      ...asleep.map((fetcher) => this.#end(queue, fetcher)),
      Promise.allSettled(waiting.map(({ run }) => run)),
    ]);
  }

  /** Looks for jobs of a queue, unless as many batches run as may. */
  wake(name: string): void {
    const queue = this.#queues.get(name);
    if (queue) this.#wake(queue);
  }

  /** Looks for jobs of each queue. */
  wakeAll(): void {
    for (const queue of this.#queues.values()) this.#wake(queue);
  }

  #wake(queue: Queue): void {
    for (const { giveSlot } of inPhase(queue, 'waiting').slice(0, freeSlots(queue))) giveSlot?.(true);
    if (freeSlots(queue) > inPhase(queue, 'found').length) this.#fetch(queue, false);
  }

  /** Fetches a batch for a slot that will be free soon, unless one is already there. */
  #fetchAhead(queue: Queue): void {
    if (queue.concurrency > 0 && inPhase(queue, 'found', 'waiting').length === 0) this.#fetch(queue, true);
  }

  #fetch(queue: Queue, isAhead: boolean): void {
    const woken = { phase: 'woken', wokenAt: performance.now(), isAhead } as const;
    // One that fetches at this moment will fetch once more.
    const [next] = [...inPhase(queue, 'woken'), ...inPhase(queue, 'idle')];
    if (next) {
      Object.assign(next, woken);
      if (next.id !== undefined) this.#options.boss.notifyWorker(next.id);
    } else if (queue.fetchers.size < FETCHERS_PER_SLOT * queue.concurrency) this.#start(queue, { ...woken });
  }

  /** Starts a fetcher, which fetches at once. */
  #start(queue: Queue, fetcher: Fetcher): void {
    const { boss, failed } = this.#options;
    const { name, batchSize } = queue.definition;
    const options = {
      batchSize,
      pollingIntervalSeconds: POLL_SECONDS,
      heartbeatRefreshSeconds: HEARTBEAT_REFRESH_SECONDS,
    } as const satisfies WorkOptions;
    queue.fetchers.add(fetcher);
    const handler: WorkHandler<object, void> = (fetched) => {
      // A job of a schedule has null in place of data, whatever its type says.
      const jobs = fetched.map(({ id, data, retryCount, signal, claim }: Job<object> & Pick<ClaimedJob, 'claim'>) => {
        return { id, queue: name, data: data ?? {}, retryCount, signal, ...(claim && { claim }) };
      });
      fetcher.run = this.#run(queue, fetcher, jobs);
      return fetcher.run;
    };
    boss
      .work<object, void, typeof options>(name, options, handler)
      .then(async (id) => {
        fetcher.id = id;
        // The queue was closed before the fetcher had an id.
        if (!queue.fetchers.has(fetcher)) await boss.offWork(name, { id, wait: false });
      })
      .catch((error: unknown) => {
        queue.fetchers.delete(fetcher);
        failed(error);
      });
  }

  async #run(queue: Queue, fetcher: Fetcher, jobs: readonly ClaimedJob[]): Promise<void> {
    const { settle, release } = this.#options;
    const { wokenAt, isAhead } = fetcher;
    delete fetcher.wokenAt;
    let [busy, ahead]: (Timer | undefined)[] = [];
    let startedAt = 0;
    const take = async (): Promise<boolean> => {
      if (fetcher.phase === 'running') return true;
      if (wokenAt !== undefined) queue.fetching.note(performance.now() - wokenAt);
      if (!(await this.#takeSlot(queue, fetcher))) return false;
      startedAt = performance.now();
      // A full batch means that there may be more.
      if (jobs.length === queue.definition.batchSize) this.#wake(queue);
      // Jobs added during the fetch woke no other fetcher; this one finds them itself if it is idle soon.
      busy = setTimeout(() => this.#wake(queue), BUSY_MS);
      const aheadMs = startedAt - queue.freedAt < BACKLOG_MS ? aheadTime(queue) : undefined;
      if (aheadMs !== undefined) ahead = setTimeout(() => this.#fetchAhead(queue), aheadMs);
      return true;
    };
    const free = (): void => {
      clearTimeout(busy);
      clearTimeout(ahead);
      if (fetcher.phase !== 'running') return;
      fetcher.phase = 'ending';
      queue.freedAt = performance.now();
      queue.running.note(queue.freedAt - startedAt);
      this.#wake(queue);
    };
    try {
      fetcher.phase = 'found';
      // The handler of a claimed step takes the slot itself, and puts the step back if it gets none.
      const takesSlot = !isAhead && jobs.every(({ claim }) => !claim);
      if (takesSlot && !(await take())) return await release(jobs);
      await settle(jobs, await queue.handle(jobs, { take, free }));
    } finally {
      clearTimeout(busy);
      clearTimeout(ahead);
      // One that was woken when the slot was freed fetches at this moment.
      const isNextWoken = startedAt > 0 && fetcher.phase === 'ending' && inPhase(queue, 'woken').length > 0;
      fetcher.phase = 'idle';
      const isOpen = queue.fetchers.delete(fetcher);
      if (queue.concurrency === 0) await this.#off(queue, fetcher);
      else if (isOpen) {
        queue.fetchers.add(fetcher);
        // Otherwise a backlog would wait for the next poll.
        if (!isNextWoken) this.#wake(queue);
      }
    }
  }

  /** Resolves true when the fetcher has a slot and is `running`; false if none is free soon, or the queue was closed. */
  async #takeSlot(queue: Queue, fetcher: Fetcher): Promise<boolean> {
    if (!queue.fetchers.has(fetcher) || queue.concurrency === 0) {
      fetcher.phase = 'ending';
      return false;
    }
    if (freeSlots(queue) > 0) {
      fetcher.phase = 'running';
      return true;
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const giveSlot = (isGiven: boolean): void => {
      clearTimeout(timer);
      delete fetcher.giveSlot;
      // At once, so that the slot is not given again.
      fetcher.phase = isGiven ? 'running' : 'ending';
      resolve(isGiven);
    };
    const timer = setTimeout(() => giveSlot(false), this.#options.slotWaitMs);
    fetcher.phase = 'waiting';
    fetcher.giveSlot = giveSlot;
    return promise;
  }

  async #end(queue: Queue, fetcher: Fetcher): Promise<void> {
    queue.fetchers.delete(fetcher);
    await this.#off(queue, fetcher);
  }

  async #off({ definition: { name } }: Queue, { id }: Fetcher): Promise<void> {
    if (id !== undefined) await this.#options.boss.offWork(name, { id, wait: false });
  }
}

const inPhase = ({ fetchers }: Queue, ...phases: readonly Fetcher['phase'][]): Fetcher[] =>
  [...fetchers].filter(({ phase }) => phases.includes(phase));

const freeSlots = (queue: Queue): number => Math.max(0, queue.concurrency - inPhase(queue, 'running').length);

/** Whether a queue has steps that are claimed one at a time. */
export const isFetchedSingly = ({ steps, batchSize }: QueueDefinition): boolean => steps && batchSize === 1;

/** Returns after how many ms of a batch the next one is fetched, so that it is there when this one ends; undefined if that cannot be foreseen. */
function aheadTime({ definition, running, fetching }: Queue): number | undefined {
  if (!isFetchedSingly(definition)) return undefined;
  // Otherwise it would be fetched so early that it is put back.
  if (!running.isSteady(AHEAD_SPREAD_MS) || !fetching.isSteady(AHEAD_SPREAD_MS)) return undefined;
  return Math.max(0, running.shortest - fetching.longest);
}
