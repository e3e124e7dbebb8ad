import { expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { startAuthenticatedApiForFile, type TestCaller } from '../../helpers/api/callers.ts';
import { importRequests, saidBy } from '../../helpers/api/importRequests.ts';

setDefaultTimeout(60_000);

/** Records that hidden records refer to, and hidden records with texts that no answer has. */

const { administrator, store, callerWith } = await startAuthenticatedApiForFile();
const shown = [{ column: 'description', value: 'shown' }];

const removal = async (caller: TestCaller, path: string) => {
  const answer = await caller.request('DELETE', path);
  return [answer.status, answer.text === '' ? [] : answer.errors];
};

test('a deletion counts only the referring records that the caller may read', async () => {
  await store('UserGroupType', { code: 'TEAM', name: 'Team', registry: {} });
  const group = (code: string, members: JsonObject) =>
    store('UserGroup', { code, name: code, type: 'TEAM', chars: {}, description: 'shown', ...members });
  const clerk = await callerWith([{ entityName: 'UserGroup', accessRule: 'READ_WRITE', expression: shown }]);
  const [parent, other] = [await group('P1', {}), await group('P2', {})];
  for (const code of ['H1', 'H2']) await group(code, { description: 'secret', parentUserGroupId: parent.id });
  expect(await removal(clerk, '/user-groups/P1')).toEqual([400, ['id: is still in use']]);
  await group('S1', { parentUserGroupId: parent.id });
  const one = [400, ['id: 1 UserGroup points to it by parentUserGroupId']];
  expect(await removal(clerk, '/user-groups/P1')).toEqual(one);
  expect(await removal(administrator, '/user-groups/P1')).toEqual([
    400,
    ['id: 3 user groups point to it by parentUserGroupId'],
  ]);
  expect(await removal(clerk, `/user-groups/${other.id}`)).toEqual([200, []]);
});

test('a template counts only the rules that the caller may read', async () => {
  for (const code of ['T1', 'T2']) await store('FormatterTemplate', { code, inputType: 'HTML', content: 'x' });
  const rule = (code: string, smsTemplateCode: string) =>
    store('NotificationRule', { code, name: code, config: { smsTemplateCode } });
  const clerk = await callerWith([
    { entityName: 'FormatterTemplate', accessRule: 'READ_WRITE' },
    { entityName: 'NotificationRule', accessRule: 'READ', expression: [{ column: 'code', value: 'shown' }] },
  ]);
  for (const code of ['secret1', 'secret2']) await rule(code, 'T1');
  expect(await removal(clerk, '/formatter-templates/T1')).toEqual([400, ['id: is still in use']]);
  await rule('shown', 'T1');
  expect(await removal(clerk, '/formatter-templates/T1')).toEqual([
    400,
    ['id: 1 NotificationRule names "T1" in config'],
  ]);
  const renamed = await clerk.request('PATCH', '/formatter-templates/T1', { code: 'T3' });
  expect([renamed.status, renamed.errors]).toEqual([400, ['code: 1 NotificationRule names "T1" in config']]);
  expect(await removal(clerk, '/formatter-templates/T2')).toEqual([200, []]);
});

test('a file with the secret of a hidden rule is compared like one with the secret of a missing rule', async () => {
  const config = { url: 'https://receiver.example/', secretSet: true, secretChangedAt: '2026-11-20T08:00:00.000Z' };
  const hidden = await store('NotificationRule', {
    ...{ code: 'signed', name: 'Signed' },
    config: { url: 'https://receiver.example/', secret: 'a text that no answer has' },
  });
  const clerk = await callerWith([
    { entityName: 'NotificationRule', accessRule: 'READ_WRITE', expression: [{ column: 'code', value: 'open' }] },
  ]);
  const { diffFile, diffOnly } = importRequests(clerk, 'notification-rules', 'NotificationRule');
  const missing = { id: crypto.randomUUID(), code: 'nobody' };
  const answers = async ({ id, code }: JsonObject) => {
    const record = { id, code, name: 'Signed', config };
    const all = [await diffFile([record]), await diffFile([record], '?compareField=code'), await diffOnly([record])];
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
    return all.map((answer) => saidBy(answer).replaceAll(String(id), 'ID').replaceAll(String(code), 'CODE'));
  };
  expect(await answers(hidden)).toEqual(await answers(missing));
});

test('the history of a deleted record that was hidden is like that of a missing one', async () => {
  const clerk = await callerWith([{ entityName: 'WorklogType', accessRule: 'READ', expression: shown }]);
  const { id } = await store('WorklogType', { code: 'W1', name: 'W', description: 'shown' });
  expect((await administrator.request('PATCH', `/worklog-types/${id}`, { description: 'secret' })).status).toBe(200);
  expect((await administrator.request('DELETE', `/worklog-types/${id}`)).status).toBe(200);
  const history = async (key: string) =>
    saidBy(await clerk.request('GET', `/worklog-types/${key}/history`)).replaceAll(key, 'KEY');
  expect(await history(id)).toBe(await history(crypto.randomUUID()));
});
