import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { startApiForFile } from '../../helpers/api.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

const api = await startApiForFile();
const filtering = (value: object): string => `filtering=${encodeURIComponent(JSON.stringify(value))}`;
const read = async <T = JsonObject>(path: string): Promise<T> => {
  const answer = await api.request('GET', path);
  expect({ path, status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  return answer.json<T>();
};

const BIG = '12345678901234567890';

beforeAll(async () => {
  for (const code of ['one', 'two', 'three'])
    await api.request('POST', '/worklog-types', {
      code,
      name: `N ${code}`,
      localizationData: { cs: { name: 'x', description: 'y' }, de: { name: 'z' } },
    });
  await api.request('POST', '/roles', { code: 'r', name: 'R' });
  await api.request('POST', '/access-rules', {
    code: 'a',
    name: 'A',
    fullAccess: true,
    validFor: { validFrom: '2026-01-01T00:00:00Z' },
  });
  await api.request('POST', '/user-group-types', { code: 'g', name: 'G', registry: {} });
  await api.request('POST', '/user-groups', `{"code":"big","name":"B","type":"g","chars":{"n":${BIG},"o":1}}`);
  await api.request('POST', '/user-group-regions', { regionId: crypto.randomUUID(), userGroup: { code: 'big' } });
});

describe('fields', () => {
  test('reduce one record, lists, pages and streams', async () => {
    expect(await read('/worklog-types/one?fields=name,code')).toEqual({ code: 'one', name: 'N one' });
    const codes = [{ code: 'one' }, { code: 'three' }, { code: 'two' }];
    expect(await read<unknown>('/worklog-types?fields=code')).toEqual(codes);
    expect(await read<unknown>(`/worklog-types/search/list?fields=code&${filtering({})}`)).toEqual(codes);
    expect(await read<unknown>('/worklog-types/by-ids/two,one?fields=code')).toEqual([
      { code: 'two' },
      { code: 'one' },
    ]);
    expect(await read(`/worklog-types/search/page?fields=code&${filtering({ size: 2 })}`)).toMatchObject({
      totalElements: 3,
      numberOfElements: 2,
      content: codes.slice(0, 2),
    });
    const posted = await api.request('POST', '/worklog-types/search/list?fields=code', {});
    expect(posted.json<unknown>()).toEqual(codes);
    const none = { filters: [{ column: 'code', value: 'none' }] };
    expect(await read<unknown>(`/worklog-types/search/list?fields=code&${filtering(none)}`)).toEqual([]);
  });

  test('select parts of objects, and keep the order of the record', async () => {
    const path = '/worklog-types/one?fields=auditInfo.version,localizationData.cs.name,localizationData.de&fields=code';
    expect(JSON.stringify(await read(path))).toBe(
      '{"code":"one","localizationData":{"cs":{"name":"x"},"de":{"name":"z"}},"auditInfo":{"version":1}}',
    );
    expect(await read('/access-rules/a?fields=validFor.isValid')).toEqual({ validFor: { isValid: true } });
    const both = await read('/worklog-types/one?fields=auditInfo.version,auditInfo');
    expect(Object.keys(both['auditInfo'] as object)).toContain('whoInserted');
    expect(await read<unknown>('/user-group-regions?fields=userGroup.code')).toEqual([{ userGroup: { code: 'big' } }]);
  });

  test('keep all digits of whole numbers', async () => {
    const { text } = await api.request('GET', '/user-groups/big?fields=chars.n');
    expect(text).toBe(`{"chars":{"n":${BIG}}}`);
  });

  test('select in the steps of an expanded job', async () => {
    const jobSteps = [{ name: 'S', status: 'NEW' }];
    const body = { jobType: 'MINE', status: 'NEW', startDate: '2026-01-01T00:00:00Z', jobSteps };
    const job = (await api.request('POST', '/jobs', body)).json();
    const expanded = await read(`/jobs/${job.id}?expand=JOB_STEPS&fields=id,jobSteps.name`);
    expect(expanded).toEqual({ id: job.id, jobSteps: [{ name: 'S' }] });
  });

  test('select in notifications and their targets', async () => {
    const id = crypto.randomUUID();
    const template = { code: 'letter', inputType: 'HTML', documentType: 'EMAIL', content: '<p>x</p>' };
    await api.request('POST', '/formatter-templates', template);
    const notificationTo = [{ email: 'a@example.com' }];
    const sent = { id, ownerType: 'Ticket', ownerId: '1', templateCode: 'letter', notificationTo };
    expect((await api.request('POST', '/notifications', sent)).status).toBe(200);
    const selected = { id, notificationTo: [{ email: 'a@example.com', status: 'PLAN' }] };
    const fields = 'fields=id,notificationTo.email,notificationTo.status';
    expect(await read(`/notifications/${id}?${fields}`)).toEqual(selected);
    const owned = await api.request('POST', `/notifications/by-owners/Ticket?${fields}`, ['1']);
    expect(owned.json<unknown>()).toEqual([selected]);
  });

  test('that the kind does not have are a 400 that names the nearest', async () => {
    const wrong = async (fields: string) =>
      (await api.request('GET', `/worklog-types/one?fields=${encodeURIComponent(fields)}`)).errors;
    expect(await wrong('id,naem')).toEqual(['fields: WorklogType has no member "naem", did you mean name?']);
    expect(await wrong('auditInfo.verison')).toEqual([
      'fields: WorklogType has no member "auditInfo.verison", did you mean auditInfo.version?',
    ]);
    expect(await wrong('code.x')).toEqual(['fields: "code.x" is not allowed, because code has no parts']);
    const [unlike] = await wrong('zzzzzzzzzzzz');
    expect(unlike).toStartWith('fields: WorklogType has no member "zzzzzzzzzzzz", allowed are id, code, name, ');
    for (const empty of ['fields=', 'fields=,%20,'])
      expect((await api.request('GET', `/worklog-types/one?${empty}`)).errors).toEqual([
        'fields: must name a member, or be left out for all members',
      ]);
    const { problems } = (await api.request('GET', '/worklog-types?fields=naem')).json<{ problems: unknown }>();
    expect(problems).toMatchObject([{ code: 'UNKNOWN_MEMBER', path: 'fields' }]);
    expect((await api.request('GET', `/worklog-types?fields=${'a,'.repeat(300)}`)).status).toBe(400);
  });

  test('give each representation an ETag of its own', async () => {
    const [all, part] = [
      await api.request('GET', '/worklog-types/one'),
      await api.request('GET', '/worklog-types/one?fields=code'),
    ];
    const [tag, partTag] = [all.headers.get('etag') ?? '', part.headers.get('etag') ?? ''];
    expect(partTag).not.toBe(tag);
    const conditional = (etag: string) =>
      api.request('GET', '/worklog-types/one?fields=code', undefined, { 'if-none-match': etag });
    expect((await conditional(partTag)).status).toBe(304);
    expect((await conditional(tag)).status).toBe(200);
    expect((await api.request('HEAD', '/worklog-types?fields=code')).status).toBe(200);
  });
});
