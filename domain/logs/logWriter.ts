import { isPartitionMissing } from '../../db/errors.ts';
import { type Month, makeLogPartition } from '../../db/queries/logs/logPartitions.ts';
import { insertLogs } from '../../db/queries/logs/logStatements.ts';
import { withTransactionRetry } from '../../db/withTransactionRetry.ts';
import type { Caller } from '../kinds/kind.ts';
import { log } from '../kinds/processing/log.ts';
import type { ServiceDependencies } from '../ports/services.ts';
import { contextOf } from '../queue/context.ts';
import { newId } from '../records/record.ts';
import { MicroBatcher } from '../runtime/microBatcher.ts';

/** A log with an id of our own, ready to be kept. */
export interface NewLog {
  readonly id: string;
  readonly month: Month;
  /** As insertLogs takes them. */
  readonly parameters: readonly (string | null)[];
  readonly caller: Caller;
}

/** Logs of one statement. */
const MOST = 16;
const AT_ONCE = 2;

type WriterServices = Pick<ServiceDependencies, 'sql' | 'log' | 'wakeRelay'>;

/** Keeps logs by group commit, those of one statement with one row for the search index. */
export class LogWriter {
  readonly #services: WriterServices;
  readonly #commits: MicroBatcher<NewLog, undefined>;

  constructor(services: WriterServices) {
    this.#services = services;
    this.#commits = new MicroBatcher({ maxBatch: MOST, concurrency: AT_ONCE, write: (batch) => this.#write(batch) });
  }

  /** Resolves when the log is committed. */
  keep(given: NewLog): Promise<void> {
    return this.#commits.submit(given);
  }

  async #write(batch: readonly NewLog[]): Promise<undefined[]> {
    await inPartitions(
      this.#services,
      batch.map(({ month }) => month),
      () => this.#insert(batch),
    );
    this.#services.wakeRelay();
    return [];
  }

  #insert(batch: readonly NewLog[]): Promise<unknown> {
    const contexts = batch.map(({ caller }) => contextOf(caller));
    const data = {
      kind: log.name,
      ids: batch.map(({ id }) => id),
      ...(contexts.length === 1 ? { context: contexts[0] } : { contexts }),
    };
    const parameters: (string | null)[] = [newId(), JSON.stringify(data)];
    for (const one of batch) parameters.push(...one.parameters);
    return this.#services.sql.unsafe(insertLogs(batch.length), parameters, { prepare: true });
  }
}

/** Makes the partitions of these months when a write finds one missing, and writes again. */
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
    services.log.info({ months: missing }, 'a partition for logs was missing; it is made now');
    for (const month of missing) await makeLogPartition(services.sql, month);
    return withTransactionRetry(write);
  }
}
