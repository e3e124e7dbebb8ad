import { describe, test } from 'bun:test';
import { elasticsearchMissing, sharedElasticsearch } from '../helpers/servers/elasticsearch.ts';
import { describeStory } from './story.ts';

const missing = elasticsearchMissing();

if (missing) {
  describe('the story on Elasticsearch', () => {
    test.skip(missing, () => {});
  });
} else {
  describeStory('Elasticsearch', async () => ({
    ELASTICSEARCH_URL: await sharedElasticsearch(),
    ELASTICSEARCH_PREFIX: `story-${process.pid}-`,
  }));
}
