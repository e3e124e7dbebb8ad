import type { Database } from '../../../db/client.ts';
import { type IndexedRow, rowsToFill, rowsToSync } from '../../../db/queries/search/indexedRows.ts';
import type { Filtering } from '../../../domain/filtering/index.ts';
import type { Audit, Kind, Values } from '../../../domain/kinds/kind.ts';
import type { IndexOutcome, KeyRange, SearchEngine } from '../../../domain/ports/search.ts';
import { plainSearch } from '../plainFiltering.ts';

type Index = Map<string, IndexedRow & { readonly record: string }>;

/** A minimal search engine in the memory of this process. */
export class MemorySearch implements SearchEngine {
  readonly name = 'elasticsearch';
  readonly costlyRefresh = false;
  readonly concurrentSyncs = 1;
  readonly #sql: Database;
  readonly #indexes = new Map<string, Index>();
  readonly #live = new Map<string, string>();

  constructor(sql: Database) {
    this.#sql = sql;
  }

  async createIndex(_kind: Kind, index: string): Promise<void> {
    if (!this.#indexes.has(index)) this.#indexes.set(index, new Map());
  }

  async dropIndex(_kind: Kind, index: string): Promise<void> {
    this.#indexes.delete(index);
  }

  async promoteIndex(kind: Kind, index: string): Promise<void> {
    this.#live.set(kind.name, index);
  }

  async updateMapping(): Promise<void> {}

  async sync(kind: Kind, ids: readonly string[], indexes: () => Promise<string[]>): Promise<IndexOutcome> {
    const { rows } = await rowsToSync(this.#sql, kind.table, ids);
    for (const name of await indexes()) {
      for (const id of ids) this.#index(name).delete(id);
      this.#store(name, rows);
    }
    return { indexed: rows.length, deleted: ids.length - rows.length, failed: 0, failures: [] };
  }

  async fill(kind: Kind, index: string, range: KeyRange): Promise<IndexOutcome> {
    const rows = await rowsToFill(this.#sql, kind.table, { ...range, after: false, limit: 1_000 });
    this.#store(index, rows);
    return { indexed: rows.length, deleted: 0, failed: 0, failures: [] };
  }

  async *versions(
    _kind: Kind,
    index: string,
    { from, to }: KeyRange,
  ): AsyncIterable<{ id: string; indexVersion: bigint }[]> {
    const rows = [...this.#index(index).values()].filter(({ id }) => id >= from && id <= to);
    yield rows
      .sort((one, other) => (one.id < other.id ? -1 : 1))
      .map(({ id, indexVersion }) => ({ id, indexVersion: BigInt(indexVersion) }));
  }

  async search(kind: Kind, filtering: Filtering, { from, size }: { from: number; size: number }) {
    const index = this.#index(this.#live.get(kind.name) ?? '');
    const records = [...index.values()].map(({ record }) => {
      const { auditInfo, ...values } = JSON.parse(record) as Values & { auditInfo: Audit };
      return { values: values as Values, audit: auditInfo };
    });
    const ids = plainSearch(records, filtering);
    const page = ids.slice(from, from + size).flatMap((id) => index.get(id)?.record ?? []);
    return { total: ids.length, records: page };
  }

  async count(kind: Kind, filtering: Filtering): Promise<number> {
    return (await this.search(kind, filtering, { from: 0, size: 0 })).total;
  }

  async documents(_kind: Kind, index: string): Promise<number> {
    return this.#index(index).size;
  }

  async existing(indexes: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(indexes.filter((name) => this.#indexes.has(name)));
  }

  async ping(): Promise<void> {}

  #index(name: string): Index {
    return this.#indexes.get(name) ?? new Map();
  }

  #store(name: string, rows: readonly IndexedRow[]): void {
    for (const row of rows) {
      if (row.record !== null) this.#index(name).set(row.id, { ...row, record: row.record });
    }
  }
}
