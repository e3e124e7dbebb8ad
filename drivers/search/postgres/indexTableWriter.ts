import type { Database } from '../../../db/client.ts';
import { classify, isDataFault, sqlStateOf } from '../../../db/errors.ts';
import { plainArray } from '../../../db/queries/plainArray.ts';
import type { IndexForm } from '../../../db/queries/search/indexTables.ts';
import { type WriteParts, writeRecords } from '../../../db/queries/search/writeIndex.ts';
import { withTransactionRetry } from '../../../db/withTransactionRetry.ts';
import { searchColumns } from '../../../domain/filtering/columns.ts';
import type { Kind } from '../../../domain/kinds/kind.ts';
import { formOfTable } from './indexDdl.ts';

interface Written {
  readonly ids: readonly string[];
  /** Outbox rows that are deleted with the write. */
  readonly outboxIds: readonly string[];
  /** A client waits for the write. */
  readonly isAwaited?: boolean;
}

/**
 * Writes of more records wait for each other. All append to the same page of the pending list: two at a time are hardly faster than one,
 * and take the processor from the requests of clients.
 */
const MAX_UNSERIALIZED = 50;
const isSerialized = ({ ids, isAwaited = false }: Written): boolean => !isAwaited && ids.length > MAX_UNSERIALIZED;

interface WriteOutcome {
  readonly found: number;
  /** The index table does not exist. */
  readonly missing: boolean;
  readonly outboxIsDeleted: boolean;
}

/** Writes records to index tables. */
export class IndexTableWriter {
  readonly #sql: Database;
  readonly #forms = new Map<string, IndexForm>();
  /** The statements of index tables: a text of several KB is slower to build than to send. */
  readonly #statements = new Map<string, string>();

  constructor(sql: Database) {
    this.#sql = sql;
  }

  /** Returns the form of an index table, which never changes. */
  async formOf(index: string): Promise<IndexForm> {
    const known = this.#forms.get(index);
    if (known) return known;
    const { form, exists } = await formOfTable(this.#sql, index);
    if (exists) this.#forms.set(index, form);
    return form;
  }

  /**
   * Writes all records by one statement. If one of them cannot be indexed, each is written by its own statement, and no outbox row
   * is deleted.
   */
  async write(kind: Kind, index: string, written: Written, failures: Map<string, string>): Promise<WriteOutcome> {
    const { ids, outboxIds } = written;
    try {
      const found = await this.#run(kind, index, written);
      return { found, missing: false, outboxIsDeleted: outboxIds.length > 0 };
    } catch (error) {
      // The index was dropped after the list was read: nothing has to be written.
      if (isIndexMissing(error)) return { found: ids.length, missing: true, outboxIsDeleted: false };
      if (!isDataFault(error)) throw error;
    }
    let found = 0;
    for (const id of ids) {
      try {
        found += await this.#run(kind, index, { ids: [id], outboxIds: [] });
      } catch (error) {
        if (!isDataFault(error)) throw error;
        failures.set(id, reasonOf(error));
      }
    }
    return { found, missing: false, outboxIsDeleted: false };
  }

  /**
   * Writes all records by one statement, as {@link write} does, if the index is the only one of the kind that has to be written. Returns
   * false if it is not, and where anything else is left to `write`: a record is missing or cannot be indexed, or the table is missing.
   */
  async writeOnly(kind: Kind, index: string, written: Written): Promise<boolean> {
    const { ids, outboxIds } = written;
    const deletesOutbox = outboxIds.length > 0;
    const parts = { removes: false, deletesOutbox, checksList: true, isSerialized: isSerialized(written) };
    const text = await this.#statementOf(kind, index, parts);
    const values = [plainArray(ids), ...(deletesOutbox ? [plainArray(outboxIds)] : []), kind.name];
    try {
      const [row] = await withTransactionRetry(() =>
        this.#sql.unsafe<{ found: number; isListed: boolean }[]>(text, values, { prepare: true }),
      );
      return row?.found === ids.length && row.isListed;
    } catch (error) {
      if (isIndexMissing(error) || isDataFault(error)) return false;
      throw error;
    }
  }

  /** Returns the number of records that exist. Documents of the others are deleted. */
  async #run(kind: Kind, index: string, written: Written): Promise<number> {
    const { ids, outboxIds } = written;
    const deletesOutbox = outboxIds.length > 0;
    const values = deletesOutbox ? [plainArray(ids), plainArray(outboxIds)] : [plainArray(ids)];
    const run = async (removes: boolean): Promise<number> => {
      const text = await this.#statementOf(kind, index, {
        removes,
        deletesOutbox,
        isSerialized: isSerialized(written),
      });
      const [row] = await withTransactionRetry(() =>
        this.#sql.unsafe<{ found: number }[]>(text, values, { prepare: true }),
      );
      return row?.found ?? 0;
    };
    const found = await run(false);
    return found === ids.length ? found : run(true);
  }

  async #statementOf(kind: Kind, index: string, parts: WriteParts): Promise<string> {
    const key = JSON.stringify([index, parts]);
    const known = this.#statements.get(key);
    if (known) return known;
    const form = await this.formOf(index);
    const text = writeRecords(kind.table, { index, form }, searchColumns(kind), parts);
    if (this.#forms.has(index)) this.#statements.set(key, text);
    return text;
  }
}

/** Returns why the values of a record cannot be indexed. The message of the database names internal tables. */
const reasonOf = (error: unknown): string =>
  classify(error) === 'limitExceeded'
    ? `a member is too long for its index (SQLSTATE ${sqlStateOf(error)})`
    : `the index cannot store the value of a member (SQLSTATE ${sqlStateOf(error)})`;

export const isIndexMissing = (error: unknown): boolean => classify(error) === 'undefinedTable';
