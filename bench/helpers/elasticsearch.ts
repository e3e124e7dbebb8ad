import {
  elasticsearchMissing,
  startElasticsearch,
  type TestElasticsearch,
} from '../../test/helpers/servers/elasticsearch.ts';

/** Starts an Elasticsearch for the benchmark. Ends the process with the reason if none can be started. */
export function benchElasticsearch(): Promise<TestElasticsearch> {
  const missing = elasticsearchMissing(true);
  if (missing) throw new Error(missing);
  return startElasticsearch();
}

/** Sends a ready bulk body. Reads no more of the response than whether all documents were indexed. */
export async function bulk(url: string, index: string, body: string, query = ''): Promise<void> {
  const response = await fetch(`${url}/${index}/_bulk?filter_path=errors${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body,
  });
  const text = await response.text();
  if (!response.ok || !text.includes('"errors":false'))
    throw new Error(`the bulk request failed with ${response.status}: ${text}`);
}
