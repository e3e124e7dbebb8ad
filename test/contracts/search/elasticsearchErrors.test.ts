import { expect, spyOn, test } from 'bun:test';
import { SearchUnavailable } from '../../../domain/ports/search.ts';
import { makeElasticsearchSearch } from '../../../drivers/search/elasticsearch/elasticsearchEngine.ts';
import { makeTestDatabase } from '../../helpers/database.ts';
import { makeRecordTable, putRecords, sampleAudit, sampleKind } from '../../helpers/sampleKind.ts';

const id = '00000000-0000-4000-8000-000000000001';

/** The client of Elasticsearch copies the request and all that is connected with it into each error, unless it is told not to. */
test('the error of a write that reached no server contains no request, and copies none', async () => {
  const database = await makeTestDatabase();
  await makeRecordTable(database.sql, sampleKind.table);
  await putRecords(database.sql, sampleKind, [{ values: { id, name: 'Sample' }, audit: sampleAudit() }]);
  // Nothing listens at port 1.
  const engine = makeElasticsearchSearch(database.sql, { url: 'http://elastic:secret@127.0.0.1:1' });
  const entries = spyOn(Object, 'entries');
  try {
    const error: unknown = await engine
      .sync(sampleKind, [id], () => Promise.resolve(['samples-000001']))
      .catch((e) => e);
    expect(error).toBeInstanceOf(SearchUnavailable);
    const { message, cause } = error as SearchUnavailable;
    expect(message).toContain('ECONNREFUSED');
    expect(cause).toBeUndefined();
    const copied = entries.mock.calls
      .map(([from]) => from)
      .filter((from) => typeof from === 'object' && from !== null && 'method' in from);
    expect(copied).toEqual([]);
  } finally {
    entries.mockRestore();
    await engine.close();
    await database.drop();
  }
});
