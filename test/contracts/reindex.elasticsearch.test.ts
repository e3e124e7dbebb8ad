import { describe, test } from 'bun:test';
import { makeElasticsearchSearch } from '../../drivers/search.elasticsearch.ts';
import { elasticsearchMissing, patient, sharedElasticsearch } from '../helpers/elasticsearch.ts';
import { describeReindex } from './reindex.ts';

const missing = elasticsearchMissing();

if (missing) {
  describe('rebuilds on Elasticsearch', () => {
    test.skip(missing, () => {});
  });
} else {
  describeReindex('Elasticsearch', async (sql) =>
    makeElasticsearchSearch(sql, {
      url: await sharedElasticsearch(),
      prefix: `reindex-${process.pid}-`,
      patience: patient,
    }),
  );
}
