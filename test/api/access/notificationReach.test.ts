import { expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { startAuthenticatedApiForFile } from '../../helpers/api/callers.ts';
import { sampleNotification, storeTemplatesAndRules } from '../../helpers/api/notificationRequests.ts';

setDefaultTimeout(60_000);

const api = await startAuthenticatedApiForFile();
const { administrator } = api;
await storeTemplatesAndRules({ ...api, request: administrator.request });
const unknown = '00000000-0000-4000-8000-000000000000';
const codeIs = (value: string) => [{ column: 'code', value }];
const caller = await api.callerWith([
  { entityName: 'NotificationSend', accessRule: 'READ_WRITE', fullAccess: true },
  { entityName: 'DocumentRun', accessRule: 'READ_WRITE', fullAccess: true },
  { entityName: 'ScriptRun', accessRule: 'READ_WRITE', fullAccess: true },
  { entityName: 'NotificationRule', accessRule: 'READ', expression: codeIs('by-mail') },
  { entityName: 'FormatterTemplate', accessRule: 'READ', expression: codeIs('mail2') },
  { entityName: 'Script', accessRule: 'READ', expression: codeIs('mine') },
  { entityName: 'Notification', accessRule: 'READ', expression: [{ column: 'ownerType', value: 'Ticket' }] },
  {
    entityName: 'Notification',
    accessRule: 'READ_WRITE',
    expression: [
      { column: 'ownerType', value: 'Ticket' },
      { column: 'ownerId', value: 'mine' },
    ],
  },
]);
const data = { what: 'x' };
const send = (members: object, at = '') =>
  caller.request('POST', `/notifications${at}`, sampleNotification({ data, ...members }));

/** The problems that both codes have, with the codes replaced. */
async function problems(path: string, code: string, body: (code: string) => unknown): Promise<unknown[]> {
  const answer = await caller.request('POST', path.replace('CODE', code), body(code) as JsonObject);
  return [answer.status, ...answer.errors.map((error) => error.replaceAll(code, 'CODE'))];
}

test('a rule or a template out of reach is missing when notifications are sent', async () => {
  const bodies: [string, (templateCode: string) => unknown][] = [
    ['/notifications', (templateCode) => ({ ...sampleNotification({ data, templateCode }), id: unknown })],
    ['/notifications/batch', (templateCode) => [sampleNotification({ data, templateCode })]],
    ['/notifications/direct', (templateCode) => sampleNotification({ data, templateCode })],
    ['/notification-rules/CODE/evaluate', () => ({ data, notificationTo: [{ email: 'a@example.com' }] })],
  ];
  for (const [path, body] of bodies)
    for (const hidden of ['outage', 'mail'])
      expect(await problems(path, hidden, body)).toEqual(await problems(path, 'unknown', body));
  expect((await send({})).status).toBe(200);
  expect((await send({ templateCode: 'mail2' }, '/direct')).status).toBe(200);
});

test('a notification out of reach is missing', async () => {
  const { id } = sampleNotification();
  const sent = { ...sampleNotification({ id, data, ownerType: 'Order' }), relatedEntities: [{ refType: 'Site' }] };
  expect((await administrator.request('POST', '/notifications', sent)).status).toBe(200);
  for (const [method, path] of [
    ['GET', `/notifications/ID`],
    ['GET', `/notifications/ID/related-entities/Site`],
    ['PUT', `/notifications/ID/state/CANCELLED`],
  ] as const) {
    const [hidden, missing] = [
      await caller.request(method, path.replace('ID', id)),
      await caller.request(method, path.replace('ID', unknown)),
    ];
    const problem = hidden.status === 200 ? undefined : hidden.errors[0];
    expect(hidden.status).toBe(missing.status);
    expect(problem).toEqual(problem && missing.errors[0]?.replaceAll(unknown, id));
    expect(hidden.text).not.toContain('Site');
  }
  const owned = await caller.request('POST', '/notifications/by-owners/Order', ['1']);
  expect(owned.text).toBe('[]');
  expect((await administrator.request('POST', '/notifications/by-owners/Order', ['1'])).text).toContain(id);
  const taken = await send({ id });
  expect([taken.status, taken.errors]).toEqual([400, ['id: cannot be used']]);
});

test('a notification is commanded within the write reach', async () => {
  const [mine, other] = [sampleNotification(), sampleNotification()];
  await send({ id: mine.id, ownerId: 'mine' });
  await send({ id: other.id });
  const cancel = (id: string) => caller.request('PUT', `/notifications/${id}/state/CANCELLED`);
  expect((await cancel(other.id)).status).toBe(403);
  expect((await cancel(mine.id)).status).toBe(200);
  const planner = await api.callerWith([
    { entityName: 'Notification', accessRule: 'READ' },
    { entityName: 'Notification', accessRule: 'READ_WRITE', expression: [{ column: 'status', value: 'PLAN' }] },
  ]);
  const left = await planner.request('PUT', `/notifications/${other.id}/state/CANCELLED`);
  expect([left.status, left.json().message]).toEqual([
    403,
    'Your access rules do not allow this change of the Notification.',
  ]);
});

test('templates, scripts and data tags out of reach are missing', async () => {
  const template = { inputType: 'HTML', content: 'x' };
  await api.store('FormatterTemplate', { code: 'secret', ...template, dataTags: ['secret'] });
  await api.store('Script', { code: 'secret', name: 's', source: 'return {}' });
  for (const path of ['/documents/generate/CODE/html', '/documents/name/CODE', '/scripts/CODE/evaluate']) {
    const [hidden, missing] = [await problems(path, 'secret', () => ({})), await problems(path, 'unknown', () => ({}))];
    expect(hidden).toEqual(missing);
    expect(JSON.stringify(hidden)).not.toContain('secret');
  }
  expect((await caller.request('GET', '/formatter-templates/search/data-tags')).text).toBe('[]');
  expect((await caller.request('GET', '/formatter-templates/by-template-code/secret')).status).toBe(400);
  const textOf = async (code: string) => (await caller.request('GET', `/formatter-templates/${code}/text`)).errors;
  expect(await textOf('secret')).toEqual(['idOrCode: no FormatterTemplate has the id or code "secret"']);
});
