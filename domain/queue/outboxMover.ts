import type { Logger } from 'pino';
import type { Database, Transaction } from '../../db/client.ts';
import { isDataFault } from '../../db/errors.ts';
import {
  dequeueOutbox,
  hasDueRows,
  type OutboxPart,
  type OutboxRow,
  rejectOutbox,
} from '../../db/queries/queue/relayOutbox.ts';
import { messageOf } from '../runtime/errorDetails.ts';
import { parseJson } from '../validation/parseJson.ts';
import type { Broker, NewJob } from './broker.ts';
import type { Context } from './context.ts';
import type { IndexSync } from './definitions.ts';

/** Rows of one transaction. */
const BATCH = 1_000;
/** Rows of one transaction that indexes their records itself. */
const INDEX_BATCH = 200;
/** Ids that one index.sync job carries. */
const MAX_IDS = 500;
/** Contexts of a merged job; more would only make the job large. */
const MAX_CONTEXTS = 20;

/** Moves due outbox rows into the queues, or indexes their records, each in the transaction that deletes it. */
export interface OutboxMover {
  /** Reads which queues exist. */
  readonly readQueues: () => Promise<void>;
  /** Moves one batch. Resolves true if more rows may be due. */
  readonly moveBatch: (part: OutboxPart) => Promise<boolean>;
}

/** Indexes the records of index.sync rows, and returns the rows that are left to the queue. */
export type IndexRows = (rows: readonly OutboxRow[]) => Promise<readonly OutboxRow[]>;

/** @param indexRows indexes instead of moving; it runs in no transaction, while that of the outbox rows is open */
export function makeOutboxMover(sql: Database, broker: Broker, log: Logger, indexRows?: IndexRows): OutboxMover {
  let known: ReadonlySet<string> = new Set();
  /** The parts whose last move found nothing. A query checks whether they have due rows before a transaction begins: many commits write only one. */
  const empty = new Set<OutboxPart>();

  async function moveRows(part: OutboxPart, limit: number): Promise<number> {
    try {
      return await sql.begin(async (transaction) => {
        const rows = await dequeueOutbox(transaction, limit, part);
        const left = part === 'index' && indexRows ? await indexRows(rows) : rows;
        if (left.length > 0) await move(transaction, left);
        return rows.length;
      });
    } catch (error) {
      if (!isRowFault(error)) throw error;
      return moveOneByOne(part, limit);
    }
  }

  /** Moves each row by itself, because a row of the batch cannot be stored in a queue; that row is set aside. */
  async function moveOneByOne(part: OutboxPart, limit: number): Promise<number> {
    for (let moved = 0; moved < limit; moved++) {
      const more = await sql.begin(async (transaction) => {
        const rows = await dequeueOutbox(transaction, 1, part);
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
    return limit;
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

  return {
    readQueues: async () => {
      known = await broker.queueNames();
    },
    moveBatch: async (part) => {
      if (empty.has(part) && !(await hasDueRows(sql, part))) return false;
      const limit = part === 'index' ? INDEX_BATCH : BATCH;
      const moved = await moveRows(part, limit);
      if (moved === 0) empty.add(part);
      else empty.delete(part);
      return moved === limit;
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
  // A change is not merged into a job of created records, which would not index it.
  for (const ofKind of Map.groupBy(parsed, ({ data }) => `${data.kind} ${data.created}`).values()) {
    const { kind, created } = ofKind[0]?.data ?? {};
    let ids = new Set<string>();
    let contexts = new Map<string, Context>();
    let first: string | undefined;
    const flush = () => {
      if (first !== undefined && ids.size > 0)
        jobs.push({
          id: first,
          data: { kind, ids: [...ids], contexts: [...contexts.values()], ...(created && { created }) },
        });
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
