import type { Database } from '../../../db/client.ts';
import { type RecordTable, recordStatements } from '../../../db/queries/records/recordStatements.ts';
import { inParts } from '../../../db/queries/valueRows.ts';
import { withTransactionRetry } from '../../../db/withTransactionRetry.ts';
import { MicroBatcher } from '../../runtime/microBatcher.ts';

/** Records of one statement. */
const MAX_BATCH = 16;
const CONCURRENCY = 2;

/** The parameters of `insert` of RecordStatements, for a record with a generated id. */
export type InsertParameters = readonly (string | null)[];

/** The row of an inserted record. */
export interface InsertedRow {
  readonly version: number;
  readonly incarnation: bigint;
}

/**
 * Inserts records with generated ids in microbatches, those of each table by themselves. If the database rejects one, they are
 * inserted one by one, so that a fault of one record fails no other.
 */
export class RecordInserter {
  readonly #sql: Database;
  readonly #batchers = new Map<string, MicroBatcher<InsertParameters, InsertedRow | undefined>>();

  constructor({ sql }: { readonly sql: Database }) {
    this.#sql = sql;
  }

  /** Whether records of the table can share a statement: it computes no columns from other tables. */
  static canBatch({ extraColumns, distinct }: RecordTable): boolean {
    return extraColumns.length === 0 && !distinct;
  }

  /** Resolves when the record is committed; with undefined if another record has its id. */
  insert(table: RecordTable, parameters: InsertParameters): Promise<InsertedRow | undefined> {
    let batcher = this.#batchers.get(table.table);
    if (!batcher) {
      batcher = new MicroBatcher({
        maxBatch: MAX_BATCH,
        concurrency: CONCURRENCY,
        run: (batch) => withTransactionRetry(() => this.#write(table, batch)),
      });
      this.#batchers.set(table.table, batcher);
    }
    return batcher.submit(parameters);
  }

  async #write(table: RecordTable, batch: readonly InsertParameters[]): Promise<(InsertedRow | undefined)[]> {
    const { insert, insertMany } = recordStatements(table);
    const run = (text: string, parameters: InsertParameters) =>
      this.#sql.unsafe<(InsertedRow & { id: string })[]>(text, [...parameters], { prepare: true });
    const [first = [], ...others] = batch;
    if (others.length === 0) return run(insert, first);
    const rows = new Map<unknown, InsertedRow>();
    for (const { rows: count, parameters } of inParts(batch, (one) => one))
      for (const row of await run(insertMany(count), parameters)) rows.set(row.id, row);
    return batch.map(([id]) => rows.get(id));
  }
}
