import { describe, test } from 'bun:test';
import { makeElasticsearchSearch } from '../../../drivers/search/elasticsearch/elasticsearchEngine.ts';
import { elasticsearchMissing, patientProbeTimes, sharedElasticsearch } from '../../helpers/servers/elasticsearch.ts';
import { describeSearchContract } from './searchContract.ts';

const missing = elasticsearchMissing();

if (missing) {
  describe('search engine Elasticsearch', () => {
    test.skip(missing, () => {});
  });
} else {
  describeSearchContract('Elasticsearch', async (sql) => {
    const prefix = `contract-${process.pid}-`;
    const url = await sharedElasticsearch();
    const engine = makeElasticsearchSearch(sql, { url, prefix, probeTimes: patientProbeTimes });
    const stop = async () => {
      await engine.close();
      await fetch(`${url}/${prefix}*?expand_wildcards=all`, { method: 'DELETE' });
    };
    return { engine, stop };
  });
}
