import { expect, setDefaultTimeout, test } from 'bun:test';
import { administrationSchemas } from '../../../api/openapi/administrationSchemas.ts';
import { searchEngineNames } from '../../../domain/ports/search.ts';
import { startApiForFile, type TestRecord } from '../../helpers/api.ts';
import { MemorySearch } from '../../helpers/servers/memorySearch.ts';

setDefaultTimeout(60_000);

// The only line that wires the engine. No other module knows it.
const api = await startApiForFile({ search: (sql) => new MemorySearch(sql) });

test('the API searches with a new engine that one line adds', async () => {
  const matching = encodeURIComponent('{"filters":[{"column":"name","operator":"LIKE","value":"memory"}]}');
  const codes = async () => {
    const { status, json } = await api.request('GET', `/worklog-types/search/list?filtering=${matching}`);
    expect(status).toBe(200);
    return json<TestRecord[]>().map(({ code }) => code);
  };
  for (const code of ['b', 'a', 'c'])
    await api.request('POST', '/worklog-types', { code, name: code === 'c' ? 'Other' : `Memory ${code}` });
  expect((await codes()).sort()).toEqual(['a', 'b']);
  await api.request('PATCH', '/worklog-types/a?immediatelyRefresh=true', { name: 'Other' });
  expect(await codes()).toEqual(['b']);
});

test('the document lists the engines of the port', () => {
  expect(administrationSchemas.Index.properties.engine.enum).toEqual([...searchEngineNames]);
});
