import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import { expectErrors, expectOk } from '../helpers/api/expectations.ts';
import { person, resetUsers, userRequests } from '../helpers/api/userRequests.ts';
import { startApiForFile } from '../helpers/api.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

const api = await startApiForFile();
const { save, create, patch } = userRequests(api);

beforeAll(() => resetUsers(api));

const team = (more: JsonObject): JsonObject => ({ code: 'x', name: 'x', type: 'TEAM', chars: {}, ...more });
const period = ['2026-02-01', '2026-01-01'] as const;
const validity = { validityFrom: period[0], validityTo: period[1] };
const valid = { validFrom: period[0], validTo: period[1] };

describe('a period that ends before it begins is refused in', () => {
  const records: Record<string, JsonObject> = {
    'user-group-types': { code: 'x', name: 'x', registry: {}, ...validity },
    'user-types': { code: 'x', name: 'x', type: 'EXTERNAL', registry: {}, ...validity },
    'worklog-types': { code: 'x', name: 'x', ...validity },
    'log-types': { code: 'x', name: 'x', ...validity },
    'notification-rules': { code: 'x', name: 'x', ...validity },
    roles: { code: 'x', name: 'x', ...validity },
    users: person('x', valid),
    'user-groups': team(valid),
  };
  test.each(Object.entries(records))('%s', async (path, record) => {
    const member =
      'validTo' in record ? 'validTo: must not be before validFrom' : 'validityTo: must not be before validityFrom';
    expect(await expectErrors(api.request('POST', `/${path}`, record))).toEqual([member]);
    const entry = { diffType: 'DIFF_TYPE_NEW', right: record };
    expect(await expectErrors(api.request('POST', `/${path}/diff/save`, [entry]))).toEqual([`[0].right.${member}`]);
  });

  test('a period of a rule, a link or a region', async () => {
    const rule = { code: 'x', name: 'x', fullAccess: false, validFor: valid };
    expect(await expectErrors(api.request('POST', '/access-rules', rule))).toContain(
      'validFor.validTo: must not be before validFrom',
    );
    expect(await expectErrors(api.request('POST', '/role-access-rules', { period: valid }))).toContain(
      'period.validTo: must not be before validFrom',
    );
    expect(await expectErrors(api.request('POST', '/user-user-groups', { period: valid }))).toContain(
      'period.validTo: must not be before validFrom',
    );
    const regions = [{ regionId: 'f47ac10b-58cc-4372-a567-0e02b2c3d470', ...valid }];
    expect(await expectErrors(api.request('POST', '/users', person('x', { regions })))).toEqual([
      'regions[0].validTo: must not be before validFrom',
    ]);
  });
});

describe('a rule whose validity is over, or has not begun', () => {
  const sent = {
    ownerType: 'Order',
    ownerId: '1',
    notificationTo: [{ email: 'a@example.org' }],
  };

  test('sends nothing', async () => {
    await save('/formatter-templates', { code: 'mail', inputType: 'HTML', documentType: 'EMAIL', content: 'x' });
    const config = { emailTemplateCode: 'mail', subject: 's' };
    await save('/notification-rules', { code: 'old', name: 'o', validityTo: '2020-01-01', config });
    await save('/notification-rules', { code: 'new', name: 'n', validityFrom: '2999-01-01', config });
    const ended = 'the rule "old" is not valid since 2020-01-01T00:00:00.000Z';
    expect(await expectErrors(api.request('POST', '/notifications', { ...sent, templateCode: 'old' }))).toEqual([
      `templateCode: ${ended}`,
    ]);
    expect(await expectErrors(api.request('POST', '/notifications', { ...sent, templateCode: 'new' }))).toEqual([
      'templateCode: the rule "new" is not valid before 2999-01-01T00:00:00.000Z',
    ]);
    expect(await expectErrors(api.request('POST', '/notification-rules/old/evaluate', sent))).toEqual([
      `idOrCode: ${ended}`,
    ]);
    await save('/notification-rules', { code: 'now', name: 'n', validityFrom: '2020-01-01', config });
    await expectOk<unknown>(api.request('POST', '/notifications', { ...sent, templateCode: 'now' }));
  });
});

describe('the format of', () => {
  const accepted: Record<string, readonly string[]> = {
    email: ['a@example.org', '"john doe"@example.org', 'ž.ů@háček.cz', 'a+b@[192.0.2.1]', 'x@localhost'],
    phoneNumber: [
      '+420 601 123 456',
      '112',
      '(+420) 601-123-456',
      'tel:+420601123456',
      '\u00a0+420\u00a0601\u00a0123\u00a0456\u00a0',
      '+1 (555) 010-0100 ext. 12',
    ],
    webSite: ['https://example.org/a?b=c#d', 'http://žluť.cz'],
  };
  const refused: Record<string, readonly string[]> = {
    email: ['', 'a', 'a@', '@b.cz', 'a b@c.cz', '.a@b.cz', 'a..b@c.cz', 'a@-b.cz', `${'a'.repeat(65)}@b.cz`],
    phoneNumber: ['', 'call me', '+', '12', '1234567890123456', '+420 601\n123', '+420601123456\n', '++420601123456'],
    webSite: ['', 'example.org', 'javascript:alert(1)', 'ftp://example.org', 'https://a:b@example.org', 'https://'],
  };
  const expected: Record<string, string> = {
    email: 'an e-mail address',
    phoneNumber: 'a phone number of 3 to 15 digits',
    webSite: 'an http or https URL without credentials',
  };

  test.each(Object.keys(accepted))('%s is checked when it is saved', async (member) => {
    const send = (value: string) => api.request('POST', '/users', person('x', { [member]: value }));
    for (const value of accepted[member] ?? []) {
      const { id } = await expectOk(send(value));
      await expectOk(api.request('DELETE', `/users/${id}`));
    }
    for (const value of refused[member] ?? [])
      expect({ value, errors: await expectErrors(send(value)) }).toEqual({
        value,
        errors: [`${member}: must be ${expected[member]}, not ${shown(value)}`],
      });
  });

  const shown = (value: string) => {
    const text = JSON.stringify(value);
    return text.length > 60 ? `${text.slice(0, 57)}...` : text;
  };

  test('addresses of groups and language tags is checked too', async () => {
    expect(await expectErrors(api.request('POST', '/user-groups', team({ email: 'e', phoneNumber: 'p' })))).toEqual([
      'email: must be an e-mail address, not "e"',
      'phoneNumber: must be a phone number of 3 to 15 digits, not "p"',
    ]);
    const texts = { cs: { name: 'a' }, 'zh-Hant-TW': { name: 'b' }, 'x-ours': { name: 'c' } };
    await save('/worklog-types', { code: 'tags', name: 't', localizationData: texts });
    for (const [path, tag] of [
      ['worklog-types', 'cs_CZ'],
      ['log-types', 'in English'],
      ['roles', ''],
    ])
      expect(
        await expectErrors(
          api.request('POST', `/${path}`, { code: 'y', name: 'y', localizationData: { [`${tag}`]: { name: 'a' } } }),
        ),
      ).toEqual([`localizationData: ${JSON.stringify(tag)} is not a language tag such as cs or en-GB (BCP 47)`]);
  });

  test('language tags are compared without their case', async () => {
    const both = { cs: { name: 'a' }, CS: { name: 'b' }, 'en-GB': { name: 'c' }, 'EN-gb': { name: 'd' } };
    for (const path of ['worklog-types', 'log-types'])
      expect(
        await expectErrors(api.request('POST', `/${path}`, { code: 'y', name: 'y', localizationData: both })),
      ).toEqual([
        'localizationData: "CS" is given by "cs" already, the case of language tags is ignored',
        'localizationData: "EN-gb" is given by "en-GB" already, the case of language tags is ignored',
      ]);
  });

  test('a phone number that gets no SMS causes a warning', async () => {
    const warningOf = async (phoneNumber: string) => {
      const answer = await api.request('POST', '/users', person('x', { phoneNumber }));
      await expectOk(api.request('DELETE', `/users/${answer.json<{ id: string }>().id}`));
      return answer.headers.get('x-warnings');
    };
    expect(await warningOf('tel:+420\u00a0601\u00a0123\u00a0456')).toBeNull();
    expect(await warningOf('112')).toStartWith('phoneNumber: gets no SMS, "112" is not a phone number');
    expect(await warningOf('+1 (555) 010-0100 ext. 12')).toStartWith('phoneNumber: gets no SMS, ');
  });

  test('a value from before the check stays while it is not changed', async () => {
    const { id } = await create('old');
    await api.sql`update app_user set doc = replace(doc, '"type"', '"email":"old","type"') where id = ${id}`;
    expect(await patch('old', { description: 'd' })).toMatchObject({ email: 'old' });
    expect(await expectErrors(api.request('PATCH', '/users/old', { email: 'new' }))).toEqual([
      'email: must be an e-mail address, not "new"',
    ]);
    const backup = await expectOk<JsonObject>(api.request('POST', '/users/backup', { entityType: 'User' }));
    const form = new FormData();
    form.set('file', new Blob([JSON.stringify(backup)]), 'b.json');
    expect(await expectOk<unknown>(api.request('POST', '/users/diff/file?save=true', form))).toEqual([]);
  });
});
