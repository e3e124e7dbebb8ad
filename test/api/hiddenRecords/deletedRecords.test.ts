import { expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { startAuthenticatedApiForFile } from '../../helpers/api/callers.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

const { administrator, store, callerWith } = await startAuthenticatedApiForFile();

test('a hidden record that was deleted does not replace the history of a visible one that had its code', async () => {
  const clerk = await callerWith([
    { entityName: 'WorklogType', accessRule: 'READ', expression: [{ column: 'description', value: 'shown' }] },
  ]);
  const storeAndDelete = async (description: string) => {
    const { id } = await store('WorklogType', { code: 'W1', name: description, description });
    expect((await administrator.request('DELETE', `/worklog-types/${id}`)).status).toBe(200);
  };
  await storeAndDelete('shown');
  const history = () => clerk.request('GET', '/worklog-types/W1/history');
  const before = await history();
  expect(before.json<JsonObject[]>().map(({ change }) => change)).toEqual(['DELETED', 'CREATED']);
  await storeAndDelete('secret');
  await storeAndDelete('secret');
  expect((await history()).text).toBe(before.text);
});
