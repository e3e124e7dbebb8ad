import { beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { expectErrors, expectOk } from '../../helpers/api/expectations.ts';
import { person, resetUsers, userRequests } from '../../helpers/api/userRequests.ts';
import { startApiForFile } from '../../helpers/api.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

const api = await startApiForFile();
const { save, create, read, patch, group } = userRequests(api);
const template = (code: string) => save('/formatter-templates', { code, inputType: 'HTML', content: 'x' });
const rule = (code: string) => save('/notification-rules', { code, name: code });
const rename = (path: string, code: string) => expectOk(api.request('PATCH', path, { code }));

const config = async (code: string) => (await read(code)).notificationConfig as JsonObject;
const history = (code: string) => expectOk<JsonObject[]>(api.request('GET', `/users/${code}/history`));

beforeEach(async () => {
  await resetUsers(api);
  await api.sql`truncate formatter_template, notification_rule cascade`;
});

test('codes that a user ignores are those of groups, rules and templates', async () => {
  await Promise.all([group('NORTH'), template('outage'), rule('order')]);
  const sent = { ignoredTemplateCodes: ['outage', 'order', 'no'], ignoredUserGroups: ['NORTH', 'nowhere'] };
  expect(await expectErrors(api.request('POST', '/users', person('a', { notificationConfig: sent })))).toEqual([
    'notificationConfig.ignoredTemplateCodes[2]: no NotificationRule or FormatterTemplate has the code "no"',
    'notificationConfig.ignoredUserGroups[1]: no UserGroup has the code "nowhere"',
  ]);
  const valid = { ignoredTemplateCodes: ['outage', 'order'], ignoredUserGroups: ['NORTH'] };
  expect((await create('a', { notificationConfig: valid })).notificationConfig).toEqual(valid);
  const entry = { diffType: 'DIFF_TYPE_NEW', right: person('b', { notificationConfig: sent }) };
  expect(await expectErrors(api.request('POST', '/users/diff/save', [entry]))).toEqual([
    '[0].right.notificationConfig.ignoredTemplateCodes[2]: no NotificationRule or FormatterTemplate has the code "no"',
    '[0].right.notificationConfig.ignoredUserGroups[1]: no UserGroup has the code "nowhere"',
  ]);
});

test('a rename of a group, a rule or a template is followed, as a version of the user', async () => {
  await Promise.all([group('NORTH'), template('outage'), rule('order')]);
  await create('a', {
    notificationConfig: { ignoredTemplateCodes: ['order', 'outage'], ignoredUserGroups: ['NORTH'] },
  });
  await create('b', { description: '"NORTH"', groups: ['NORTH'] });
  await rename('/user-groups/NORTH', 'SOUTH');
  await rename('/formatter-templates/outage', 'breakdown');
  await rename('/notification-rules/order', 'purchase');
  expect(await config('a')).toEqual({
    ignoredTemplateCodes: ['purchase', 'breakdown'],
    ignoredUserGroups: ['SOUTH'],
  });
  const [latest] = await history('a');
  expect(latest).toMatchObject({
    version: 4,
    changes: [
      {
        path: 'notificationConfig.ignoredTemplateCodes',
        from: ['order', 'breakdown'],
        to: ['purchase', 'breakdown'],
      },
    ],
  });
  expect(await read('b')).toMatchObject({ groups: ['SOUTH'], description: '"NORTH"', auditInfo: { version: 1 } });
  // Two groups swap their codes in one diff.
  const [south, west] = [await expectOk(api.request('GET', '/user-groups/SOUTH')), await group('WEST')];
  const swapped = [
    { left: south, right: { ...south, code: 'WEST' } },
    { left: west, right: { ...west, code: 'SOUTH' } },
  ];
  await expectOk(
    api.request(
      'POST',
      '/user-groups/diff/save',
      swapped.map((entry) => ({ diffType: 'DIFF_TYPE_CHANGE', ...entry })),
    ),
  );
  expect(await config('a')).toMatchObject({ ignoredUserGroups: ['WEST'] });
});

test('a code that a rule and a template have stays ignored for both when one is renamed', async () => {
  await Promise.all([template('outage'), rule('outage')]);
  await create('a', { notificationConfig: { ignoredTemplateCodes: ['outage'] } });
  await rename('/notification-rules/outage', 'alarm');
  expect(await config('a')).toEqual({ ignoredTemplateCodes: ['outage', 'alarm'] });
});

test('an ignored record cannot be deleted', async () => {
  await Promise.all([group('NORTH'), template('outage')]);
  const ignores = { ignoredTemplateCodes: ['outage'], ignoredUserGroups: ['NORTH'] };
  await create('a', { notificationConfig: ignores });
  expect(await expectErrors(api.request('DELETE', '/user-groups/NORTH'))).toEqual([
    'id: 1 User lists "NORTH" in notificationConfig.ignoredUserGroups',
  ]);
  expect(await expectErrors(api.request('DELETE', '/formatter-templates/outage'))).toEqual([
    'id: 1 User lists "outage" in notificationConfig.ignoredTemplateCodes',
  ]);
  const stored = await expectOk(api.request('GET', '/user-groups/NORTH'));
  const removal = [{ diffType: 'DIFF_TYPE_REMOVE', left: stored }];
  expect(await expectErrors(api.request('POST', '/user-groups/diff/save', removal))).toEqual([
    '[0].left.id: 1 User lists "NORTH" in notificationConfig.ignoredUserGroups',
  ]);
  await patch('a', { notificationConfig: null });
  await expectOk(api.request('DELETE', '/user-groups/NORTH'));
  await expectOk(api.request('DELETE', '/formatter-templates/outage'));
});

test('an unknown code from before the check stays, and other members can be changed', async () => {
  const { id } = await create('a');
  const listed = '"notificationConfig":{"ignoredUserGroups":["gone"]}';
  await api.sql`
    update app_user set doc = left(doc, -1) || ${`,${listed}}`}, lists_codes = true where id = ${id}`;
  await patch('a', { description: 'changed' });
  expect(await config('a')).toEqual({ ignoredUserGroups: ['gone'] });
  expect(
    await expectErrors(
      api.request('PATCH', '/users/a', { notificationConfig: { ignoredUserGroups: ['gone', 'away'] } }),
    ),
  ).toEqual(['notificationConfig.ignoredUserGroups[1]: no UserGroup has the code "away"']);
  const backup = await expectOk(api.request('POST', '/users/backup', { entityType: 'User' }));
  expect(await expectOk<unknown>(api.request('POST', '/users/diff/only', backup))).toEqual([]);
});

test('of a rename and a write at once, neither loses the other', async () => {
  await group('G0');
  const users = Array.from({ length: 6 }, (_, index) => `u${index}`);
  for (const code of users) await create(code);
  const renames = async () => {
    for (let index = 0; index < 6; index++) await rename(`/user-groups/G${index}`, `G${index + 1}`);
  };
  const ignore = async (code: string) => {
    for (;;) {
      const [current] = await api.sql<{ code: string }[]>`select code from user_group`;
      const body = { notificationConfig: { ignoredUserGroups: [current?.code ?? ''] } };
      const { status, text } = await api.request('PATCH', `/users/${code}`, body);
      if (status === 200) return;
      expect(text).toContain('no UserGroup has the code');
    }
  };
  await Promise.all([renames(), ...users.map(ignore)]);
  for (const code of users) expect(await config(code)).toEqual({ ignoredUserGroups: ['G6'] });
});
