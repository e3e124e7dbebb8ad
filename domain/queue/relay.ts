import type { Logger } from 'pino';
import type { Database, Transaction } from '../../db/client.ts';
import { isDataFault } from '../../db/errors.ts';
import { dequeueOutbox, type OutboxRow, rejectOutbox } from '../../db/queries/queue/relayOutbox.ts';
import type { Component } from '../ports/component.ts';
import { messageOf } from '../runtime/errorDetails.ts';
import { parseJson } from '../validation/parseJson.ts';
import type { Broker, NewJob } from './broker.ts';
import type { Context } from './context.ts';
import type { IndexSync } from './definitions.ts';

/** Rows of one transaction. */
const BATCH = 1_000;
/** Ids that one index.sync job carries. */
const MAX_IDS = 500;
/** Contexts of a merged job; more would only make the job large. */
const MAX_CONTEXTS = 20;
const SWEEP_MS = 1_000;
/** Pause between batches, in ms: under load, commits of many writers share a transaction. */
const GATHER_MS = 4;

export interface Relay extends Component {
  /** A commit of this process has put rows into the outbox. */
  readonly wake: () => void;
}

/**
 * Moves outbox rows into the queues. Each row is deleted and inserted in one transaction, so that none is lost or doubled
 * when a process dies. The commits of its own process wake it; a sweep every second moves the rows that a dead process
 * has left.
 */
export function makeRelay(sql: Database, broker: Broker, log: Logger): Relay {
  let known: ReadonlySet<string> = new Set();
  let woken = false;
  let stopped = false;
  let running: Promise<void> | undefined;
  let timer: Timer | undefined;

  const wake = (): void => {
    woken = true;
    if (!running && !stopped) running = run();
  };

  async function run(): Promise<void> {
    while (woken && !stopped) {
      woken = false;
      try {
        if ((await moveBatch()) === BATCH) woken = true;
      } catch (error) {
        // The rows stay in the outbox, and the next sweep moves them.
        log.warn({ err: error }, 'the outbox could not be moved');
        break;
      }
      if (woken) await Bun.sleep(GATHER_MS);
    }
    running = undefined;
    if (woken && !stopped) setTimeout(wake, GATHER_MS);
  }

  async function moveBatch(): Promise<number> {
    try {
      return await sql.begin(async (transaction) => {
        const rows = await dequeueOutbox(transaction, BATCH);
        if (rows.length > 0) await move(transaction, rows);
        return rows.length;
      });
    } catch (error) {
      if (!isRowFault(error)) throw error;
      return moveOneByOne();
    }
  }

  /** Moves each row by itself, because a row of the batch cannot be stored in a queue; that row is set aside. */
  async function moveOneByOne(): Promise<number> {
    for (let moved = 0; moved < BATCH; moved++) {
      const more = await sql.begin(async (transaction) => {
        const rows = await dequeueOutbox(transaction, 1);
        if (rows.length === 0) return false;
        try {
          await transaction.savepoint((inner) => move(inner, rows));
        } catch (error) {
          if (!isRowFault(error)) throw error;
          await refuse(transaction, rows, messageOf(error));
        }
        return true;
      });
      if (!more) return moved;
    }
    return BATCH;
  }

  async function move(transaction: Transaction, rows: readonly OutboxRow[]): Promise<void> {
    const byQueue = Map.groupBy(rows, ({ queue }) => queue);
    if ([...byQueue.keys()].some((queue) => !known.has(queue))) known = await broker.queueNames();
    for (const [queue, queued] of byQueue) {
      if (known.has(queue))
        await broker.insert(transaction, queue, queue === 'index.sync' ? merged(queued) : queued.map(toJob));
      else await refuse(transaction, queued, `no queue has the name ${queue}`);
    }
  }

  async function refuse(transaction: Transaction, rows: readonly OutboxRow[], reason: string): Promise<void> {
    log.error({ ids: rows.map(({ id }) => id), queue: rows[0]?.queue, reason }, 'outbox rows set aside');
    await rejectOutbox(transaction, rows, reason);
  }

  /** Retries rows whose queue has been created since they were set aside, as in a rolling deployment. */
  async function reconsider(): Promise<void> {
    await sql`
      update outbox set error = null
      where error is not null and error like 'no queue has the name %'
        and queue in (select name from pgboss.queue)`;
  }

  return {
    wake,
    start: async () => {
      known = await broker.queueNames();
      let sweeps = 0;
      timer = setInterval(() => {
        if (sweeps++ % 5 === 0) reconsider().catch((error: unknown) => log.warn({ err: error }, 'outbox'));
        wake();
      }, SWEEP_MS);
      wake();
    },
    stop: async () => {
      clearInterval(timer);
      // The last commits of this process are moved before it ends.
      await running;
      if (!stopped)
        await moveBatch().catch((error: unknown) =>
          log.warn({ err: error }, 'the last outbox rows could not be moved; other processes move them'),
        );
      stopped = true;
      await running;
    },
  };
}

/** Whether the row itself is at fault: the database refuses its values, or its JSON cannot be parsed. */
const isRowFault = (error: unknown): boolean => error instanceof SyntaxError || isDataFault(error);

function toJob({ id, data, startAfter, priority }: OutboxRow): NewJob {
  return { id, data: parseJson(data) as object, priority, ...(startAfter && { startAfter }) };
}

/** Merges the rows of each kind into few jobs, so that the index is written in bulk. */
function merged(rows: readonly OutboxRow[]): NewJob[] {
  const parsed = rows.map((row): { id: string; data: IndexSync } => ({ id: row.id, data: JSON.parse(row.data) }));
  const jobs: NewJob[] = [];
  for (const [kind, ofKind] of Map.groupBy(parsed, ({ data }) => data.kind)) {
    let ids = new Set<string>();
    let contexts = new Map<string, Context>();
    let first: string | undefined;
    const flush = () => {
      if (first !== undefined && ids.size > 0)
        jobs.push({ id: first, data: { kind, ids: [...ids], contexts: [...contexts.values()] } });
      ids = new Set();
      contexts = new Map();
      first = undefined;
    };
    for (const { id, data } of ofKind) {
      if (ids.size > 0 && ids.size + data.ids.length > MAX_IDS) flush();
      first ??= id;
      for (const recordId of data.ids) ids.add(recordId);
      if (data.context && contexts.size < MAX_CONTEXTS) contexts.set(data.context.requestId, data.context);
    }
    flush();
  }
  return jobs;
}
