import { describe, test } from 'bun:test';
import { makeElasticsearchSearch } from '../../../drivers/search/elasticsearch/elasticsearchEngine.ts';
import { elasticsearchMissing, patientProbeTimes, sharedElasticsearch } from '../../helpers/servers/elasticsearch.ts';
import { describeReindex } from './reindexContract.ts';

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
      probeTimes: patientProbeTimes,
    }),
  );
}
