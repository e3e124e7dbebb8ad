import type { Database } from '../../../db/client.ts';
import type { Kind } from '../../../domain/kinds/kind.ts';
import type { KeyRange, SearchEngine } from '../../../domain/ports/search.ts';
import type { ElasticsearchClient, EngineRequest } from '../../../drivers/search/elasticsearch/elasticsearchClient.ts';
import { IndexNames } from '../../../drivers/search/elasticsearch/indexNames.ts';
import { IndexWriter } from '../../../drivers/search/elasticsearch/indexWriter.ts';
import { makeSilentSearch } from '../servers/silentSearch.ts';
import type { Gate } from './gate.ts';

/** The version of a document. That of a deleted one is kept, as Elasticsearch does for a minute. */
interface Document {
  readonly version: bigint;
  readonly isDeleted: boolean;
}

type Indexes = Map<string, Map<string, Document>>;

/** The indexes of Elasticsearch in memory: documents have versions only, which are external. */
export class EngineStore {
  readonly indexes: Indexes = new Map();
  live = '';

  /** The documents of an index, by id. */
  documents(index: string): { id: string; indexVersion: bigint }[] {
    const documents = [...(this.indexes.get(index) ?? [])].filter(([, { isDeleted }]) => !isDeleted);
    return documents.map(([id, { version }]) => ({ id, indexVersion: version })).sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  respond({ path, body }: EngineRequest): { status: number; text: string } {
    const [, alias = '', operation] = path.split('/');
    const index = this.indexes.get(alias.replace(/-write$/, ''));
    if (!index) return { status: 404, text: '{}' };
    if (operation === '_bulk') return { status: 200, text: JSON.stringify(writeAll(index, String(body))) };
    if (operation !== '_mget') return { status: 200, text: '{}' };
    const docs = (body as { ids: string[] }).ids.map((_id) => {
      const document = index.get(_id);
      return { _id, found: document?.isDeleted === false, ...(document && { _version: Number(document.version) }) };
    });
    return { status: 200, text: JSON.stringify({ docs }) };
  }
}

/** A bulk request: an operation whose version is not newer is a conflict. */
function writeAll(index: Map<string, Document>, body: string) {
  const lines = body.trimEnd().split('\n');
  const items: object[] = [];
  let errors = false;
  for (let line = 0; line < lines.length; line++) {
    const [operation] = Object.entries(
      JSON.parse(lines[line] ?? '') as Record<string, { _id: string; version: number }>,
    );
    if (!operation) continue;
    const [type, { _id, version: number }] = operation;
    // The line after it has the document.
    if (type === 'index') line++;
    const version = BigInt(number);
    const isConflict = (index.get(_id)?.version ?? -1n) >= version;
    if (!isConflict) index.set(_id, { version, isDeleted: type === 'delete' });
    errors ||= isConflict;
    const error = { type: 'version_conflict_engine_exception', reason: 'conflict' };
    items.push({ [type]: { _id, status: isConflict ? 409 : 200, ...(isConflict && { error }) } });
  }
  return { errors, items };
}

/**
 * The driver of Elasticsearch over a store in memory. Each of its requests waits at the gate, as each statement does.
 *
 * @param store returns the store of the order that runs
 */
export function makeGatedEngine(sql: Database, gate: Gate, store: () => EngineStore): SearchEngine {
  const client = {
    async send(request: EngineRequest) {
      await gate.pass(`engine: ${request.method} ${request.path.replaceAll(/\d+/g, '')}`);
      return store().respond(request);
    },
  };
  const writer = new IndexWriter(sql, client as unknown as ElasticsearchClient, new IndexNames(''));
  return makeSilentSearch({
    name: 'elasticsearch',
    async createIndex(_kind: Kind, index: string) {
      await gate.pass('engine: create an index');
      if (!store().indexes.has(index)) store().indexes.set(index, new Map());
    },
    existing: async (indexes) => new Set(indexes.filter((index) => store().indexes.has(index))),
    async dropIndex(_kind: Kind, index: string) {
      await gate.pass('engine: drop an index');
      store().indexes.delete(index);
    },
    async promoteIndex(_kind: Kind, index: string) {
      await gate.pass('engine: promote an index');
      store().live = index;
    },
    sync: (kind, ids, indexes, options) => writer.sync(kind, ids, indexes, options),
    fill: (kind: Kind, index: string, range: KeyRange) => writer.fill(kind, index, range),
    async *versions(_kind: Kind, index: string, { from, to }: KeyRange) {
      await gate.pass('engine: read the versions of an index');
      yield store()
        .documents(index)
        .filter(({ id }) => id >= from && id <= to);
    },
  });
}
