import type { Database } from '../../db/client.ts';
import { MicroBatcher } from '../runtime/microBatcher.ts';
import type { RecordRow } from './record.ts';

/** The texts of a response: five columns instead of these two cost a busy api 5 % of its reads. */
type RecordTexts = Pick<RecordRow, 'doc' | 'audit'>;

interface Key {
  readonly key: string;
  readonly month: string | undefined;
}

/** Records of one statement. */
const MAX_BATCH = 64;
const CONCURRENCY = 2;

/**
 * Reads single records for responses. Requests that arrive together share a statement: most of the cost of a small read is its
 * round trip. Each statement begins after the requests that share it, so that they see all that was committed before them.
 */
export class TextReader {
  readonly #sql: Database;
  readonly #batchers = new Map<string, MicroBatcher<Key, RecordTexts | undefined>>();

  constructor({ sql }: { readonly sql: Database }) {
    this.#sql = sql;
  }

  /**
   * Resolves with the texts of a record; undefined if there is none. The caller checks the access to it.
   *
   * @param statement returns key, doc and audit for the keys in $1, and the month in $2 of those that have one
   * @param key as PostgreSQL writes it: a UUID in lower case
   */
  read(statement: string, key: string, month?: string): Promise<RecordTexts | undefined> {
    let batcher = this.#batchers.get(statement);
    if (!batcher) {
      const run = (batch: readonly Key[]) => this.#read(statement, batch);
      batcher = new MicroBatcher({ maxBatch: MAX_BATCH, concurrency: CONCURRENCY, run });
      this.#batchers.set(statement, batcher);
    }
    return batcher.submit({ key, month });
  }

  async #read(statement: string, batch: readonly Key[]): Promise<(RecordTexts | undefined)[]> {
    const found = new Map<string, RecordTexts>();
    const readMonth = async ([month, keyed]: [string | undefined, Key[]]): Promise<void> => {
      const keys = keyed.map(({ key }) => key);
      const parameters = month === undefined ? [keys] : [keys, month];
      const rows = await this.#sql.unsafe<(RecordTexts & Pick<Key, 'key'>)[]>(statement, parameters, {
        prepare: true,
      });
      for (const row of rows) found.set(row.key, row);
    };
    await Promise.all([...Map.groupBy(batch, ({ month }) => month)].map(readMonth));
    return batch.map(({ key }) => found.get(key));
  }
}
