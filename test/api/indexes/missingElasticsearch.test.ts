import { describe, expect, test } from 'bun:test';
import { makeElasticsearchSearch } from '../../../drivers/search/elasticsearch/elasticsearchEngine.ts';
import { elasticsearchMissing, patientProbeTimes, sharedElasticsearch } from '../../helpers/servers/elasticsearch.ts';
import { describeMissingIndex } from './missingIndex.ts';

const missing = elasticsearchMissing();

if (missing) {
  describe('an index that was deleted in Elasticsearch', () => {
    test.skip(missing, () => {});
  });
} else {
  const url = await sharedElasticsearch();
  const prefix = `missing-${crypto.randomUUID()}-`;
  await describeMissingIndex(
    'Elasticsearch',
    (sql) => makeElasticsearchSearch(sql, { url, prefix, probeTimes: patientProbeTimes }),
    async (_api, index) => {
      expect((await fetch(`${url}/${prefix}${index}`, { method: 'DELETE' })).status).toBe(200);
    },
  );
}
