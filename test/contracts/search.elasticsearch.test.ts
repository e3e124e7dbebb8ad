import { describe, test } from 'bun:test';
import { makeElasticsearchSearch } from '../../drivers/search.elasticsearch.ts';
import { elasticsearchMissing, patient, sharedElasticsearch } from '../helpers/elasticsearch.ts';
import { describeSearchContract } from './search.ts';

const missing = elasticsearchMissing();

if (missing) {
  describe('search engine Elasticsearch', () => {
    test.skip(missing, () => {});
  });
} else {
  describeSearchContract('Elasticsearch', async (sql) => {
    const prefix = `contract-${process.pid}-`;
    const url = await sharedElasticsearch();
    const engine = makeElasticsearchSearch(sql, { url, prefix, patience: patient });
    const stop = async () => {
      await engine.close();
      await fetch(`${url}/${prefix}*?expand_wildcards=all`, { method: 'DELETE' });
    };
    return { engine, stop };
  });
}
