import { type Month, makeLogPartition } from '../../db/queries/logPartitions.ts';
import { insertLogs } from '../../db/queries/logStatements.ts';
import { contextOf } from '../jobs/context.ts';
import type { Caller } from '../kind.ts';
import { log } from '../kinds/log.ts';
import { retrying, sqlState } from '../operations/retrying.ts';
import type { Platform } from '../ports.ts';
import { newId } from '../record.ts';

/** A log with an id of our own, ready to be kept. */
export interface NewLog {
  readonly id: string;
  readonly month: Month;
  /** As insertLogs takes them. */
  readonly parameters: readonly (string | null)[];
  readonly caller: Caller;
}

interface Waiting extends NewLog {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Logs of one statement. */
const MOST = 16;
/** Statements on their way at once. Two keep the database busy while the next logs gather; more would leave each small. */
const AT_ONCE = 2;

/**
 * Keeps logs by group commit: those that come in while the database is busy with others go in one statement, with one
 * row for the search index. A log that comes alone goes at once. Measured with 32 clients: the statement, its commit
 * and its way through the socket cost several times what a further row in it does.
 */
export class LogWriter {
  readonly #platform: Platform;
  readonly #waiting: Waiting[] = [];
  #running = 0;
  #woken = false;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** Resolves when the log is committed. */
  keep(given: NewLog): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...given, resolve, reject });
      if (this.#woken || this.#running >= AT_ONCE) return;
      this.#woken = true;
      // After what has come in with this one: requests arrive in bunches.
      setImmediate(() => {
        this.#woken = false;
        this.#next();
      });
    });
  }

  #next(): void {
    while (this.#running < AT_ONCE && this.#waiting.length > 0) {
      // Shared among the statements, so that two halves go side by side.
      const share = Math.ceil(this.#waiting.length / (AT_ONCE - this.#running));
      this.#running++;
      void this.#write(this.#waiting.splice(0, Math.min(share, MOST))).finally(() => {
        this.#running--;
        this.#next();
      });
    }
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    try {
      await inPartitions(
        this.#platform,
        batch.map(({ month }) => month),
        () => this.#insert(batch),
      );
      for (const { resolve } of batch) resolve();
      this.#platform.wakeRelay();
    } catch (error) {
      if (batch.length > 1 && isOfTheData(error)) {
        // What one of them is refused for must not cost the others.
        for (const one of batch) await this.#write([one]);
      } else for (const { reject } of batch) reject(error);
    }
  }

  #insert(batch: readonly Waiting[]): Promise<unknown> {
    const contexts = batch.map(({ caller }) => contextOf(caller));
    const data = {
      kind: log.name,
      ids: batch.map(({ id }) => id),
      ...(contexts.length === 1 ? { context: contexts[0] } : { contexts }),
    };
    const parameters: (string | null)[] = [newId(), JSON.stringify(data)];
    for (const one of batch) parameters.push(...one.parameters);
    return this.#platform.sql.unsafe(insertLogs(batch.length), parameters, { prepare: true });
  }
}

/** Makes the partitions of these months when a write finds one missing, and writes again. */
export async function inPartitions<T>(
  platform: Platform,
  months: readonly Month[],
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await retrying(write);
  } catch (error) {
    // A check violation of no constraint: no partition takes the row.
    if (sqlState(error) !== '23514') throw error;
    const missing = [...new Set(months)];
    platform.log.info({ months: missing }, 'a partition for logs was missing; it is made now');
    for (const month of missing) await makeLogPartition(platform.sql, month);
    return retrying(write);
  }
}

/** SQLSTATE classes 22 (data) and 23 (constraints). */
const isOfTheData = (error: unknown): boolean => /^2[23]/.test(sqlState(error) ?? '');

const writers = new WeakMap<Platform, LogWriter>();

export function logWriterOf(platform: Platform): LogWriter {
  let writer = writers.get(platform);
  if (!writer) {
    writer = new LogWriter(platform);
    writers.set(platform, writer);
  }
  return writer;
}
