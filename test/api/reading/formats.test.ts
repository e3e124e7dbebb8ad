import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { startApiForFile, type TestBody } from '../../helpers/api.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

const api = await startApiForFile();
const LINES = 'application/x-ndjson';
const CSV = 'text/csv';

const read = async (path: string, accept: string, body?: TestBody) => {
  const answer = await api.request(body === undefined ? 'GET' : 'POST', path, body, { accept });
  expect({ path, status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  return { type: answer.headers.get('content-type'), vary: answer.headers.get('vary'), text: answer.text };
};
const linesOf = (text: string): unknown[] =>
  text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as unknown]));
const filtering = (value: object): string => `filtering=${encodeURIComponent(JSON.stringify(value))}`;

async function differences(path: string, file: string): Promise<unknown> {
  const form = new FormData();
  form.set('file', new Blob([file]), 'records.csv');
  const answer = await api.request('POST', `/${path}/diff/file`, form);
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  return answer.json<unknown>();
}

const values: JsonObject[] = [
  { code: 'plain', name: 'Plain' },
  {
    code: 'quo"ted, and;more',
    name: 'two\nlines\r\nand\ta tab',
    description: ' =1+1 ',
    validityFrom: '2026-01-01T00:00:00Z',
    localizationData: { cs: { name: 'Název', description: '' } },
  },
  { code: 'emoji', name: '😀\u2028' },
];

beforeAll(async () => {
  for (const one of values) await api.request('POST', '/worklog-types', one);
  await api.request('POST', '/user-group-types', { code: 'g', name: 'G', registry: {} });
  const chars =
    '{"big":12345678901234567890,"text":"10","yes":true,"no":null,"none":"","inner":{"a":[1,"x"]},"word":"word"}';
  await api.request('POST', '/user-groups', `{"code":"group","name":"B","type":"g","chars":${chars}}`);
  await api.request('POST', '/user-group-regions', { regionId: crypto.randomUUID(), userGroup: { code: 'group' } });
});

const paths: Record<string, TestBody | undefined> = {
  '/worklog-types': undefined,
  [`/worklog-types/search/list?${filtering({})}`]: undefined,
  '/worklog-types/search/list': {},
  '/worklog-types/by-ids/plain,emoji': undefined,
  '/worklog-types/backup': { entityType: 'WorklogType' },
};

describe.each(Object.entries(paths))('%s', (path, body) => {
  test('has a record on each line', async () => {
    const json = JSON.parse((await read(path, 'application/json', body)).text);
    const records: JsonObject[] = Array.isArray(json) ? json : json.data;
    expect(records.length).toBeGreaterThan(1);
    const { type, text, vary } = await read(path, LINES, body);
    expect({ type, vary }).toEqual({ type: LINES, vary: 'Accept, Accept-Encoding' });
    expect(linesOf(text)).toEqual(records);
    const reduced = await read(`${path}${path.includes('?') ? '&' : '?'}fields=code`, LINES, body);
    expect(linesOf(reduced.text)).toEqual(records.map(({ code }) => ({ code })));
  });

  test('has a row for each record', async () => {
    const { type, text } = await read(`${path}${path.includes('?') ? '&' : '?'}fields=name,code`, CSV, body);
    expect(type).toBe('text/csv; charset=utf-8');
    expect(text).toStartWith('name,code\r\n');
    expect(text).toContain('Plain,plain\r\n');
  });
});

describe('Accept', () => {
  test.each([
    ['application/json', 'application/json'],
    ['*/*', 'application/json'],
    ['text/*', 'application/json'],
    ['application/pdf', 'application/json'],
    ['text/csv', CSV],
    ['TEXT/CSV; q=0.3', CSV],
    ['text/csv, */*', CSV],
    ['text/csv;q=0.5, */*', 'application/json'],
    ['text/csv;q=0.5, application/*;q=0.4', CSV],
    ['text/csv;q=0, application/x-ndjson;q=0.1', LINES],
    ['text/csv;q=0.8, application/x-ndjson;q=0.9, application/json;q=0.1', LINES],
    ['text/csv, application/json;q=0.9', CSV],
    ['text/csv;q=0.9, application/json', 'application/json'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'application/json'],
  ])('%p selects %s', async (accept, type) => {
    expect((await read('/worklog-types', accept)).type?.split(';')[0]).toBe(type);
  });

  test('concerns HEAD too, and neither records nor errors', async () => {
    const head = await api.request('HEAD', '/worklog-types', undefined, { accept: CSV });
    expect({ type: head.headers.get('content-type'), text: head.text }).toEqual({
      type: 'text/csv; charset=utf-8',
      text: '',
    });
    expect((await read('/worklog-types/plain', CSV)).type).toBe('application/json');
    const wrong = await api.request('GET', '/worklog-types?fields=nosuch', undefined, { accept: CSV });
    expect([wrong.status, wrong.headers.get('content-type')]).toEqual([400, 'application/json']);
  });
});

describe('CSV', () => {
  test.each(['worklog-types', 'user-groups', 'user-group-regions'])(
    'of %s is the same when it is compared',
    async (path) => {
      const kind = {
        'worklog-types': 'WorklogType',
        'user-groups': 'UserGroup',
        'user-group-regions': 'UserGroupRegion',
      }[path];
      const { text } = await read(`/${path}/backup`, CSV, { entityType: kind ?? '' });
      expect(await differences(path, text)).toEqual([]);
      const [first = ''] = text.split('\r\n');
      expect(first.split(',')).toContainValues(['id', 'auditInfo.version']);
      const changed = text.replace(/Plain|"12345678901234567890"|group/, 'Changed');
      if (path === 'worklog-types') expect(await differences(path, changed)).toHaveLength(1);
    },
  );

  test('of the parts of a free object has a column for each, which an import reads as they were', async () => {
    const names = ['big', 'text', 'yes', 'no', 'none', 'inner', 'word'].map((name) => `chars.${name}`);
    const { text } = await read(`/user-groups/backup?fields=id,${names}`, CSV, { entityType: 'UserGroup' });
    const [head, row = ''] = text.split('\r\n');
    expect(head).toBe(`id,${names}`);
    expect(row.slice(37)).toBe('12345678901234567890,"""10""",true,null,"""""","{""a"":[1,""x""]}",word');
    expect(await differences('user-groups', text)).toEqual([]);
  });

  test('of no record has its header', async () => {
    const none = { filters: [{ column: 'code', value: 'none' }] };
    expect((await read(`/worklog-types/search/list?fields=code&${filtering(none)}`, CSV)).text).toBe('code\r\n');
    expect((await read(`/worklog-types/search/list?${filtering(none)}`, LINES)).text).toBe('');
  });
});

test('an ExportEnvelope has whole records', async () => {
  const answer = await api.request('POST', '/worklog-types/backup?fields=code', { entityType: 'WorklogType' });
  expect(answer.errors).toEqual([
    'fields: is not allowed for an ExportEnvelope, which has whole records; it goes with Accept: text/csv or application/x-ndjson',
  ]);
});
