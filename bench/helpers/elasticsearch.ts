import {
  elasticsearchMissing,
  startElasticsearch,
  type TestElasticsearch,
} from '../../test/helpers/servers/elasticsearch.ts';

/** An Elasticsearch of the benchmark's own; the benchmark ends with a sentence where there is none. */
export function benchElasticsearch(): Promise<TestElasticsearch> {
  const missing = elasticsearchMissing(true);
  if (missing) throw new Error(missing);
  return startElasticsearch();
}

/** POST of a ready bulk body, without reading what comes back but for whether all of it went in. */
export async function bulk(url: string, index: string, body: string, query = ''): Promise<void> {
  const response = await fetch(`${url}/${index}/_bulk?filter_path=errors${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body,
  });
  const text = await response.text();
  if (!response.ok || !text.includes('"errors":false'))
    throw new Error(`bulk was answered ${response.status}: ${text}`);
}
