import type { Database, Transaction } from '../../db/client.ts';
import { isPartitionMissing } from '../../db/errors.ts';
import { type Month, makeLogPartition } from '../../db/queries/logs/logPartitions.ts';
import { insertLogs } from '../../db/queries/logs/logStatements.ts';
import { inParts } from '../../db/queries/valueRows.ts';
import { withTransactionRetry } from '../../db/withTransactionRetry.ts';
import type { Caller } from '../kinds/kind.ts';
import { log } from '../kinds/processing/log.ts';
import type { ServiceDependencies } from '../ports/serviceDependencies.ts';
import { contextOf } from '../queue/context.ts';
import { newId } from '../records/record.ts';
import { MicroBatcher } from '../runtime/microBatcher.ts';

/** A log with a generated id, ready to be stored. */
export interface NewLog {
  readonly id: string;
  readonly month: Month;
  /** The parameters of insertLogs. */
  readonly parameters: readonly (string | null)[];
  readonly caller: Caller;
}

/** Logs of one statement. */
const MAX_BATCH = 16;
const CONCURRENCY = 2;

type WriterServices = Pick<ServiceDependencies, 'sql' | 'log' | 'wakeRelay'>;

/** Stores logs in microbatches, each with one outbox row for the search index. */
export class LogWriter {
  readonly #services: WriterServices;
  readonly #commits: MicroBatcher<NewLog, boolean>;

  constructor(services: WriterServices) {
    this.#services = services;
    this.#commits = new MicroBatcher({
      maxBatch: MAX_BATCH,
      concurrency: CONCURRENCY,
      run: (batch) => this.#write(batch),
    });
  }

  /**
   * Resolves when the log is committed; with false if its LogType was deleted meanwhile, so that nothing is stored.
   *
   * @param inTransaction runs in the transaction of the log, which is then its own
   */
  store(newLog: NewLog, inTransaction?: (transaction: Transaction) => Promise<void>): Promise<boolean> {
    return inTransaction ? this.#storeAlone(newLog, inTransaction) : this.#commits.submit(newLog);
  }

  async #storeAlone(newLog: NewLog, inTransaction: (transaction: Transaction) => Promise<void>): Promise<boolean> {
    const { sql, wakeRelay } = this.#services;
    const isStored = await inPartitions(this.#services, [newLog.month], () =>
      sql.begin(async (transaction) => {
        const [inserted = false] = await this.#insert(transaction, [newLog]);
        if (inserted) await inTransaction(transaction);
        return inserted;
      }),
    );
    wakeRelay();
    return isStored;
  }

  async #write(batch: readonly NewLog[]): Promise<boolean[]> {
    const stored = await inPartitions(
      this.#services,
      batch.map(({ month }) => month),
      () => this.#insert(this.#services.sql, batch),
    );
    this.#services.wakeRelay('index');
    return stored;
  }

  /** Returns whether each log was stored. */
  async #insert(sql: Database | Transaction, batch: readonly NewLog[]): Promise<boolean[]> {
    const contexts = batch.map(({ caller }) => contextOf(caller));
    const data = {
      kind: log.name,
      ids: batch.map(({ id }) => id),
      ...(contexts.length === 1 ? { context: contexts[0] } : { contexts }),
    };
    const stored = new Set<string>();
    for (const { rows, parameters } of inParts(batch, (one) => one.parameters)) {
      const values = [newId(), JSON.stringify(data), ...parameters];
      for (const { id } of await sql.unsafe<{ id: string }[]>(insertLogs(rows), values, { prepare: true }))
        stored.add(id);
    }
    return batch.map(({ id }) => stored.has(id));
  }
}

/** Runs a write; if a partition is missing, makes the partitions of these months and repeats it. */
export async function inPartitions<T>(
  services: Pick<WriterServices, 'sql' | 'log'>,
  months: readonly Month[],
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await withTransactionRetry(write);
  } catch (error) {
    if (!isPartitionMissing(error)) throw error;
    const missing = [...new Set(months)];
    services.log.info({ months: missing }, 'a partition for logs was missing; it is created');
    for (const month of missing) await makeLogPartition(services.sql, month);
    return withTransactionRetry(write);
  }
}
