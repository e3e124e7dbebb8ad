import type { Database } from '../../db/client.ts';
import { isQueueRestricted } from '../../db/queries/queue/claimLimits.ts';
import type { OutboxRow } from '../../db/queries/queue/relayOutbox.ts';
import { kindNamed } from '../kinds/index.ts';
import type { Kind } from '../kinds/kind.ts';
import type { SearchEngine } from '../ports/search.ts';
import type { IndexSync } from '../queue/definitions.ts';
import type { IndexRows } from '../queue/outboxMover.ts';
import type { Metrics } from '../runtime/metrics.ts';
import { type Tracing, within } from '../runtime/tracing.ts';
import { contextsOf, idsToSync, type ListedIndexes, syncRecords } from './syncRecords.ts';

/** Maximum number of ids of a row that is indexed at once. Bulk changes have rows with more, which workers share. */
const MAX_IDS = 100;
/**
 * Maximum time for which the transaction of the rows waits for the index, in ms: an index write waits for a record that another
 * transaction deletes. The queue repeats the write.
 */
const LIMIT_MS = 5_000;
/** Time after which it is read again whether the queue is paused, in ms, as workers do. */
const RESTRICTION_MS = 1_000;
/** Contexts of a span; more would only make the span large. */
const MAX_CONTEXTS = 20;

interface ParsedRow {
  readonly row: OutboxRow;
  readonly data: IndexSync;
}

/**
 * Returns the function that indexes the records of index.sync rows in this process. It is for an engine inside the database, where
 * a queue job costs more than the write to the index. It leaves to the queue: rows with many ids, records that the engine rejects,
 * which are retried there, and all rows while an administrator has paused the queue or set its concurrency.
 */
export function makeRowIndexer(
  services: {
    readonly sql: Database;
    readonly search: SearchEngine;
    readonly log: { warn(details: object, message: string): void };
    readonly tracing: Tracing;
    readonly metrics: Metrics;
  },
  { limitMs = LIMIT_MS }: { readonly limitMs?: number } = {},
): IndexRows {
  const { sql, log, tracing, metrics } = services;

  const listed: ListedIndexes = new Map();

  const sync = async (kind: Kind, rows: readonly ParsedRow[]): Promise<Map<string, string>> =>
    syncRecords(services, kind, await idsToSync(sql, kind, rows), listed);

  /** Returns the rows that are left, at the latest at `end`. */
  async function indexKind(name: string, rows: readonly ParsedRow[], end: number): Promise<readonly OutboxRow[]> {
    const kind = kindNamed(name);
    const restMs = end - performance.now();
    if (!kind || restMs <= 0) return rows.map(({ row }) => row);
    const { span } = tracing.beginJob('index.sync', { contexts: contextsOf(rows).slice(0, MAX_CONTEXTS) });
    try {
      const failures = await within(span, () => withLimit(restMs, sync(kind, rows)));
      return rows.filter(({ data }) => data.ids.some((id) => failures.has(id))).map(({ row }) => row);
    } catch (error) {
      log.warn({ err: error, kind: name }, 'records could not be indexed at once; their queue indexes them');
      return rows.map(({ row }) => row);
    } finally {
      span?.end();
    }
  }

  let readAt = Number.NEGATIVE_INFINITY;
  let isRestricted = false;

  async function isLeftToQueue(): Promise<boolean> {
    if (performance.now() - readAt > RESTRICTION_MS) {
      isRestricted = await isQueueRestricted(sql, 'index.sync');
      readAt = performance.now();
    }
    return isRestricted;
  }

  return async (rows) => {
    if (rows.length === 0 || (await isLeftToQueue())) return rows;
    const started = performance.now();
    const left: OutboxRow[] = [];
    const small: ParsedRow[] = [];
    for (const row of rows) {
      const data = parsed(row);
      if (data && row.startAfter === null && data.ids.length <= MAX_IDS) small.push({ row, data });
      else left.push(row);
    }
    for (const [name, ofKind] of Map.groupBy(small, ({ data }) => data.kind))
      left.push(...(await indexKind(name, ofKind, started + limitMs)));
    metrics.batchSeconds.observe({ queue: 'index.sync' }, (performance.now() - started) / 1_000);
    metrics.jobs.inc({ queue: 'index.sync', outcome: 'done' }, rows.length - left.length);
    return left;
  };
}

/** Rejects if the write takes longer than so many ms. It continues, and a repetition changes nothing. */
async function withLimit<T>(limitMs: number, write: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('the index write takes too long')), limitMs);
  try {
    return await Promise.race([write, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the payload of a row; undefined if it is no JSON, which the move into the queue reports. */
function parsed({ data }: OutboxRow): IndexSync | undefined {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}
