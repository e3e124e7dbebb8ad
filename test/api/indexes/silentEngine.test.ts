import { expect, setDefaultTimeout, test } from 'bun:test';
import { SearchUnavailable } from '../../../domain/ports/search.ts';
import { startApiForFile } from '../../helpers/api.ts';
import { makeSilentSearch } from '../../helpers/servers/silentSearch.ts';

setDefaultTimeout(60_000);

let responds = true;
const engine = makeSilentSearch();
const hang = async (): Promise<never> => {
  throw new SearchUnavailable('Elasticsearch cannot be reached: it does not respond');
};
const api = await startApiForFile({
  search: () => ({
    ...engine,
    search: hang,
    count: hang,
    updateMapping: hang,
    existing: (indexes) => (responds ? engine.existing(indexes) : hang()),
  }),
});

test('an engine that does not respond is reported by one sentence, whatever the operation', async () => {
  responds = false;
  for (const [method, path] of [
    ['GET', '/worklog-types/search/page?filtering=[]'],
    ['GET', '/worklog-types/search/count?filtering=[]'],
    ['GET', '/admin/indexes'],
    ['PUT', '/admin/indexes/worklog-types/mapping'],
  ] as const) {
    const { status, json } = await api.request(method, path);
    const { message } = json<{ message: string }>();
    expect({ path, status, message }).toEqual({
      path,
      status: 500,
      message: 'Search is not available right now; reads by id and writes are.',
    });
  }
});
