import type { SearchEngine } from '../../../domain/ports/search.ts';

/** A search engine that ignores every write and finds nothing, for tests without searches. */
export function makeSilentSearch(overrides: Partial<SearchEngine> = {}): SearchEngine {
  const nothing = async () => {};
  const created = new Set<string>();
  const outcome = async () => ({ indexed: 0, deleted: 0, failed: 0, failures: [] });
  return {
    name: 'postgres',
    costlyRefresh: false,
    concurrentSyncs: 1,
    createIndex: async (_kind, index) => void created.add(index),
    dropIndex: nothing,
    promoteIndex: nothing,
    updateMapping: nothing,
    sync: async (_kind, ids) => ({ indexed: ids.length, deleted: 0, failed: 0, failures: [] }),
    fill: outcome,
    async *versions() {},
    search: async () => ({ total: 0, records: [] }),
    count: async () => 0,
    documents: async () => 0,
    existing: async (indexes) => new Set(indexes.filter((index) => created.has(index))),
    ping: nothing,
    ...overrides,
  };
}
