import type { Database } from '../../../db/client.ts';
import type { SearchEngine } from '../../../domain/ports/search.ts';
import { makeElasticsearchSearch } from '../../../drivers/search/elasticsearch/elasticsearchEngine.ts';
import { makePostgresSearch } from '../../../drivers/search/postgres/postgresEngine.ts';
import { stopAfterFile } from '../bootstrap.ts';
import { elasticsearchMissing, patientProbeTimes, sharedElasticsearch } from './elasticsearch.ts';

/** A search engine for the services of a test file. */
export interface TestEngine {
  readonly name: string;
  /** The reason why the engine is not available. */
  readonly missing: string | undefined;
  /** Makes an engine with indexes of its own, which are removed after the last test of the file. */
  readonly make: (sql: Database) => SearchEngine;
}

export const postgresEngine: TestEngine = { name: 'PostgreSQL', missing: undefined, make: makePostgresSearch };

/** Is awaited at the top of a file: it starts a server if there is none. */
export async function elasticsearchEngine(): Promise<TestEngine> {
  const missing = elasticsearchMissing();
  const url = missing === undefined ? await sharedElasticsearch() : '';
  const make = (sql: Database): SearchEngine => {
    const prefix = `test-${crypto.randomUUID()}-`;
    const engine = makeElasticsearchSearch(sql, { url, prefix, probeTimes: patientProbeTimes });
    stopAfterFile(async () => {
      await engine.close();
      await fetch(`${url}/${prefix}*?expand_wildcards=all`, { method: 'DELETE' });
    });
    return engine;
  };
  return { name: 'Elasticsearch', missing, make };
}
