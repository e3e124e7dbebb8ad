import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { worklogType } from '../../../domain/kinds/processing/worklogType.ts';
import { startAuthenticatedApiForFile } from '../../helpers/api/callers.ts';
import { startApiForFile, type TestAnswer, type TestRecord } from '../../helpers/api.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(120_000);

const api = await startApiForFile();
const COUNT = 12_000;
const codeOf = (number: number): string => `c${String(number).padStart(5, '0')}`;
const filtering = (value: object): string => `filtering=${encodeURIComponent(JSON.stringify(value))}`;
const nextOf = ({ headers }: TestAnswer): string | null => headers.get('x-next-cursor');
const linkOf = ({ headers }: TestAnswer): string | undefined =>
  /^<\/api\/v2([^>]*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
const codesOf = (records: readonly TestRecord[]): string[] => records.map(({ code }) => code);

async function read(path: string): Promise<TestAnswer> {
  const answer = await api.request('GET', path);
  expect({ path: path.slice(0, 200), status: answer.status, text: answer.text.slice(0, 500) }).toMatchObject({
    status: 200,
  });
  return answer;
}

beforeAll(async () => {
  const lines = Array.from({ length: COUNT }, (_, number) =>
    JSON.stringify({ code: codeOf(number), name: `N ${number % 7}`, ...(number % 3 === 0 && { icon: 'car' }) }),
  );
  const form = new FormData();
  form.set('file', new Blob([lines.join('\n')]), 'records.ndjson');
  expect((await api.request('POST', '/worklog-types/diff/file?save=true&compareField=code', form)).status).toBe(200);
  const rows = await api.sql<{ id: string }[]>`select id from worklog_type`;
  const [index] = await api.sql<{ name: string }[]>`select name from search_index where kind = 'WorklogType'`;
  for (let from = 0; from < rows.length; from += 1_000) {
    const ids = rows.slice(from, from + 1_000).map(({ id }) => id);
    await api.services.search.sync(worklogType, ids, () => Promise.resolve([index?.name ?? '']));
  }
});

const all = Array.from({ length: COUNT }, (_, number) => codeOf(number));

describe('a list in parts', () => {
  test('reaches beyond the window of a page by its links', async () => {
    const codes: string[] = [];
    let parts = 0;
    for (
      let path: string | undefined = `/worklog-types/search/list?size=5000&fields=code&${filtering({})}`;
      path;
      parts++
    ) {
      const answer: TestAnswer = await read(path);
      codes.push(...codesOf(answer.json<TestRecord[]>()));
      path = linkOf(answer);
      expect(path === undefined).toBe(nextOf(answer) === null);
    }
    expect(parts).toBe(3);
    expect(codes).toEqual(all);
  });

  test('has its cursor as lines and by POST too, whatever the size and the fields', async () => {
    const body = {
      filters: [{ column: 'icon', value: 'car' }],
      sort: [{ column: 'name', direction: 'DESC' }],
      size: 10_000,
    };
    const whole = (await api.request('POST', '/worklog-types/search/list', body)).json<TestRecord[]>();
    expect(whole).toHaveLength(COUNT / 3);
    const codes: string[] = [];
    let cursor = '';
    do {
      const path = `/worklog-types/search/list?fields=code&after=${cursor}`;
      const answer = await api.request(
        'POST',
        path,
        { ...body, size: 1_500 + codes.length },
        { accept: 'application/x-ndjson' },
      );
      expect(answer.headers.get('link')).toBeNull();
      codes.push(...answer.text.split('\n').flatMap((line) => (line ? (JSON.parse(line) as TestRecord).code : [])));
      cursor = nextOf(answer) ?? '';
    } while (cursor !== '');
    expect(codes).toEqual(codesOf(whole));
  });

  test('is the same list in pages, with the total of all', async () => {
    const sorted = { sort: [{ column: 'icon' }, { column: 'code', direction: 'DESC' }], size: 1_000 };
    const codes: string[] = [];
    const ends: boolean[][] = [];
    for (let path: string | undefined = `/worklog-types/search/page?${filtering({ ...sorted, page: 9 })}`; path; ) {
      const answer: TestAnswer = await read(path);
      type Page = { content: TestRecord[]; first: boolean; last: boolean; totalElements: number };
      const { content, first, last, totalElements } = answer.json<Page>();
      expect(totalElements).toBe(COUNT);
      codes.push(...codesOf(content));
      ends.push([first, last]);
      path = linkOf(answer);
    }
    const absent = all.filter((_, number) => number % 3 !== 0).toReversed();
    expect(codes).toEqual(absent.slice(5_000));
    expect(ends).toEqual([
      [false, false],
      [false, false],
      [false, true],
    ]);
  });

  test('is the same list in pages that count up to 10,000 records', async () => {
    type Page = { content: TestRecord[]; last: boolean; totalElements: number; totalIsLowerBound?: true };
    const codes: string[] = [];
    const ends: boolean[] = [];
    const first = `/worklog-types/search/page?total=false&${filtering({ page: 9, size: 1_000 })}`;
    for (let path: string | undefined = first; path; ) {
      const answer: TestAnswer = await read(path);
      const { content, last, totalElements, totalIsLowerBound } = answer.json<Page>();
      expect([totalElements, totalIsLowerBound]).toEqual([10_000, true]);
      codes.push(...codesOf(content));
      ends.push(last);
      path = linkOf(answer);
    }
    expect(codes).toEqual(all.slice(9_000));
    expect(ends).toEqual([false, false, true]);
  });

  test('that has up to 10,000 records is counted exactly with total=false', async () => {
    const few = filtering({ filters: [{ column: 'icon', value: 'car' }] });
    const exact = await read(`/worklog-types/search/page?${few}`);
    expect((await read(`/worklog-types/search/page?total=false&${few}`)).text).toBe(exact.text);
    const malformed = await api.request('GET', `/worklog-types/search/page?total=no&${few}`);
    expect([malformed.status, malformed.json<{ errors: string[] }>().errors]).toEqual([
      400,
      ['total: must be true or false, not "no"'],
    ]);
  });

  test('has no cursor at its end', async () => {
    const one = { filters: [{ column: 'code', value: codeOf(1) }] };
    for (const path of ['list?', 'page?', 'list?size=1&']) {
      const answer = await read(`/worklog-types/search/${path}${filtering(one)}`);
      expect([nextOf(answer), answer.headers.get('link')]).toEqual([null, null]);
    }
  });
});

describe('a cursor', () => {
  const first = (query = filtering({})) => read(`/worklog-types/search/list?size=2&${query}`);
  const problems = async (path: string) => {
    const answer = await api.request('GET', path);
    expect(answer.status).toBe(400);
    return answer.errors;
  };
  const noCursor = [
    'after: must be a cursor as X-Next-Cursor and Link have it; leave it out to read from the beginning',
  ];
  const ofOther = [
    'after: does not agree with the kind, filtering, order or caller of the list; leave it out to read from the beginning',
  ];

  test('does not show its values, and is refused when it was changed', async () => {
    const cursor = nextOf(await first()) ?? '';
    expect(Buffer.from(cursor, 'base64url').includes('c00001')).toBe(false);
    expect(nextOf(await first())).toBe(cursor);
    const bytes = Buffer.from(cursor, 'base64url');
    for (const at of [0, 1, 20, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const path = `/worklog-types/search/list?${filtering({})}&after=${changed.toString('base64url')}`;
      expect(await problems(path)).toEqual(noCursor);
    }
    for (const text of ['x', `${cursor}A`, `${cursor}=`, '%00'])
      expect(await problems(`/worklog-types/search/page?${filtering({})}&after=${text}`)).toEqual(noCursor);
  });

  test('belongs to its kind, filtering and order', async () => {
    const cursor = nextOf(await first()) ?? '';
    const other = [
      `/worklog-types/search/list?${filtering({ filters: [{ column: 'icon', value: 'car' }] })}`,
      `/worklog-types/search/list?${filtering({ sort: [{ column: 'name' }] })}`,
      `/worklog-types/search/page?${filtering({ fulltext: 'n' })}`,
      `/log-types/search/list?${filtering({})}`,
    ];
    for (const path of other) expect(await problems(`${path}&after=${cursor}`)).toEqual(ofOther);
    const size = await read(`/worklog-types/search/list?size=3&${filtering({ size: 9, page: 0 })}&after=${cursor}`);
    expect(codesOf(size.json<TestRecord[]>())).toEqual(['c00002', 'c00003', 'c00004']);
  });

  test('goes on where its record was, also if that is deleted', async () => {
    const stored = await api.request('POST', '/worklog-types', { code: 'c00001a', name: 'between' });
    const page = await read(`/worklog-types/search/list?size=3&${filtering({})}`);
    expect(codesOf(page.json<TestRecord[]>())).toEqual(['c00000', 'c00001', 'c00001a']);
    await api.request('DELETE', `/worklog-types/${stored.json().id}`);
    const next = await read(`/worklog-types/search/list?size=1&${filtering({})}&after=${nextOf(page)}`);
    expect(codesOf(next.json<TestRecord[]>())).toEqual(['c00002']);
  });
});

describe('with access rules', () => {
  test('a cursor shows the records of its caller alone, and another caller cannot use it', async () => {
    const guarded = await startAuthenticatedApiForFile();
    for (const code of ['a1', 'b1', 'a2', 'b2', 'a3'])
      await guarded.store('WorklogType', { code, name: code.slice(0, 1) });
    const rule = (name: string) => [
      {
        entityName: 'WorklogType',
        accessRule: 'READ' as const,
        fullAccess: false,
        expression: [{ column: 'name', value: name }],
      },
    ];
    const [one, other] = [await guarded.callerWith(rule('a')), await guarded.callerWith(rule('b'))];
    const path = `/worklog-types/search/list?size=2&${filtering({ sort: [{ column: 'id' }, { column: 'code' }] })}`;
    const part = await one.request('GET', path);
    const rest = await one.request('GET', `${path}&after=${nextOf(part)}`);
    const codes = [...part.json<TestRecord[]>(), ...rest.json<TestRecord[]>()].map(({ code }) => code);
    expect(codes.toSorted()).toEqual(['a1', 'a2', 'a3']);
    expect(nextOf(rest)).toBeNull();
    expect((await other.request('GET', `${path}&after=${nextOf(part)}`)).status).toBe(400);
  });
});
