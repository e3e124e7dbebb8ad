import { expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { startAuthenticatedApiForFile } from '../../helpers/api/callers.ts';
import { importRequests } from '../../helpers/api/importRequests.ts';

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

test('the id of a deleted record that a caller could not read cannot be used, so that no version shows its changes', async () => {
  const clerk = await callerWith([
    { entityName: 'WorklogType', accessRule: 'READ_WRITE', expression: [{ column: 'description', value: 'shown' }] },
  ]);
  const imports = importRequests(clerk, 'worklog-types', 'WorklogType');
  const storeAndDelete = async (...descriptions: string[]): Promise<string> => {
    const id = crypto.randomUUID();
    for (const description of descriptions) await store('WorklogType', { id, code: id, name: 'x', description });
    expect((await administrator.request('DELETE', `/worklog-types/${id}`)).status).toBe(200);
    return id;
  };
  const recordOf = (id: string) => ({ id, code: id, name: 'x', description: 'shown' });
  const attempts: ((id: string) => Promise<{ status: number; errors: string[] }>)[] = [
    (id) => clerk.request('POST', '/worklog-types', recordOf(id)),
    (id) => imports.saveDiff([{ diffType: 'DIFF_TYPE_NEW', right: recordOf(id) }]),
  ];
  for (const [index, attempt] of attempts.entries()) {
    const at = index === 0 ? '' : '[0].right.';
    for (const states of [['secret'], ['secret', 'other'], ['shown', 'secret']]) {
      const id = await storeAndDelete(...states);
      const { status, errors } = await attempt(id);
      expect({ status, errors }).toEqual({ status: 400, errors: [`${at}id: cannot be used`] });
      expect((await administrator.request('GET', `/worklog-types/${id}/history`)).json<object[]>()).toHaveLength(
        states.length + 1,
      );
    }
    const id = await storeAndDelete('shown');
    expect((await attempt(id)).status).toBe(200);
    expect((await clerk.request('GET', `/worklog-types/${id}`)).json<JsonObject>().auditInfo).toMatchObject({
      version: 3,
    });
  }
});
