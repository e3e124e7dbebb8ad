import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { deleteOldChanges } from '../../../db/queries/changes/changeRows.ts';
import { startApiForFile, type TestRecord } from '../../helpers/api.ts';
import { inShort, readAll, readPage, type TestChange } from '../../helpers/changes/changeRequests.ts';

setDefaultTimeout(60_000);

const api = await startApiForFile();
const types = '/worklog-types';
let begin: string;
let travel: TestRecord;

beforeAll(async () => {
  begin = (await readPage(api, { after: 'latest' })).cursor;
  travel = (await api.request('POST', types, { code: 'TRAVEL', name: 'Travel' })).json();
  await api.request('PATCH', `${types}/TRAVEL`, { name: 'Journey' });
  await api.request('POST', '/log-types', { code: 'CALL', name: 'Call' });
  await api.request('DELETE', `${types}/TRAVEL`);
});

const read = (query: Record<string, string>) => readAll(api, query).then(({ changes }) => changes);
const streamed = (query: string, headers: Record<string, string>) =>
  fetch(`${api.url}/api/v2/changes?${query}`, { headers, signal: AbortSignal.timeout(30_000) });

/** Returns the first events of a stream, and leaves it. */
async function events(query: string, count: number, headers: Record<string, string> = {}) {
  const response = await streamed(query, { accept: 'text/event-stream', ...headers });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const found: { id: string | undefined; change: TestChange }[] = [];
  const stream = response.body?.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  for await (const { id, data } of stream ?? []) {
    found.push({ id, change: JSON.parse(data) });
    if (found.length === count) break;
  }
  return found;
}

describe('a page of changes', () => {
  test('has changes of all kinds in their order, with records and without the deleted', async () => {
    const changes = await read({ after: begin });
    expect(changes.map(inShort)).toEqual([
      'WorklogType CREATED 1 TRAVEL',
      'WorklogType UPDATED 2 TRAVEL',
      'LogType CREATED 1 CALL',
      'WorklogType DELETED 3 -',
    ]);
    expect(changes[0]).toMatchObject({ id: travel.id, who: 'anonymous', record: travel });
    expect(changes[1]?.record).toMatchObject({ name: 'Journey', auditInfo: { version: 2 } });
    expect(Object.keys(changes[3] ?? {})).toEqual(['kind', 'id', 'change', 'version', 'who', 'when', 'cursor']);
  });

  test('is limited to kinds and to a size, and each change has a cursor', async () => {
    const { changes, cursor } = await readPage(api, { after: begin, kinds: 'WorklogType,Role', size: '2' });
    expect(changes.map(inShort)).toEqual(['WorklogType CREATED 1 TRAVEL', 'WorklogType UPDATED 2 TRAVEL']);
    const rest = ['WorklogType DELETED 3 -'];
    expect((await read({ after: cursor, kinds: 'WorklogType' })).map(inShort)).toEqual(rest);
    expect((await read({ after: changes[1]?.cursor ?? '', kinds: 'WorklogType' })).map(inShort)).toEqual(rest);
    expect(await read({ after: 'latest' })).toEqual([]);
  });

  test('has imports by diff, renamed copies, and users whose links have changed', async () => {
    const { cursor } = await readPage(api, { after: 'latest' });
    await api.request('POST', '/user-types', { code: 'PERSON', name: 'Person', type: 'INDIVIDUAL', registry: {} });
    await api.request('POST', '/roles', { code: 'CLERK', name: 'Clerk' });
    const user = (await api.request('POST', '/users', { code: 'jana', type: 'PERSON', chars: {} })).json();
    const role = (await api.request('GET', '/roles/CLERK')).json();
    const link = (await api.request('POST', '/user-roles', { userId: user.id, roleId: role.id })).text;
    expect(link).toContain(role.id);
    const diff = [{ diffType: 'DIFF_TYPE_NEW', right: { code: 'DIFF', name: 'By a diff' } }];
    await api.request('POST', `${types}/diff/save`, diff);
    await api.request('PATCH', '/roles/CLERK', { code: 'SCRIBE' });
    const changes = await read({ after: cursor });
    const linked = changes.filter(({ id }) => id === user.id);
    expect(linked.map(({ version, record }) => [version, record?.roles])).toEqual([
      [1, undefined],
      [1, ['CLERK']],
      [1, ['SCRIBE']],
    ]);
    expect(linked.map(({ who }) => who)).toEqual(['anonymous', undefined, undefined]);
    expect(changes.map(inShort)).toContain('WorklogType CREATED 1 DIFF');
    expect(changes.map(inShort)).toContain('UserRole CREATED 1 -');
  });

  test('waits for a change', async () => {
    const { cursor } = await readPage(api, { after: 'latest' });
    const waiting = readPage(api, { after: cursor, wait: '50' });
    await api.request('POST', types, { code: 'AWAITED', name: 'Awaited' });
    expect((await waiting).changes.map(inShort)).toEqual(['WorklogType CREATED 1 AWAITED']);
  });

  test.each([
    ['after=nonsense', 'after: must be a cursor of an earlier response or latest, not "nonsense"'],
    ['kinds=Worklogtype', 'kinds: must be one of '],
    ['kinds=Log', 'kinds: must be one of '],
    ['size=0', 'size: must be a whole number from 1 to 1000, not "0"'],
    ['wait=61', 'wait: must be a whole number from 0 to 60, not "61"'],
    ['follow=yes', 'follow: must be true or false, not "yes"'],
    ['follow=true', 'follow: does not go with pages of JSON'],
  ])('is a 400 for %s', async (query, error) => {
    const answer = await api.request('GET', `/changes?${query}`);
    expect([answer.status, answer.errors[0]?.startsWith(error)]).toEqual([400, true]);
  });
});

describe('a stream of changes', () => {
  test('of lines ends with the newest change', async () => {
    const response = await streamed(`after=${begin}&kinds=WorklogType`, { accept: 'application/x-ndjson' });
    expect(response.headers.get('content-type')).toBe('application/x-ndjson');
    const lines = (await response.text()).trimEnd().split('\n');
    const changes = lines.map((line) => JSON.parse(line) as TestChange);
    expect(changes.slice(0, 3).map(inShort)).toEqual([
      'WorklogType CREATED 1 TRAVEL',
      'WorklogType UPDATED 2 TRAVEL',
      'WorklogType DELETED 3 -',
    ]);
    expect(await read({ after: changes.at(-1)?.cursor ?? '', kinds: 'WorklogType' })).toEqual([]);
  });

  test('of lines follows new changes', async () => {
    const response = await streamed('after=latest&follow=true', { accept: 'application/x-ndjson' });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    await api.request('POST', types, { code: 'FOLLOWED', name: 'Followed' });
    let text = '';
    while (!text.trim().endsWith('}')) text += (await reader?.read())?.value ?? '';
    expect(inShort(JSON.parse(text.trim()))).toBe('WorklogType CREATED 1 FOLLOWED');
    await reader?.cancel();
  });

  test('of events goes on after the id of the last event', async () => {
    const [first] = await events(`after=${begin}&kinds=WorklogType`, 1);
    expect(first?.id).toBe(first?.change.cursor ?? '');
    const reconnected = events(`after=${begin}&kinds=WorklogType`, 2, { 'last-event-id': first?.id ?? '' });
    expect((await reconnected).map(({ change }) => inShort(change))).toEqual([
      'WorklogType UPDATED 2 TRAVEL',
      'WorklogType DELETED 3 -',
    ]);
  });
});

test('a cursor is a 410 once a change after it has been deleted, and when the database was restored to before it', async () => {
  const { cursor } = await readPage(api, { after: 'latest' });
  expect(await deleteOldChanges(api.sql, 1)).toBe(0);
  await api.sql`update record_change set numbered_at = now() - interval '2 days'`;
  expect(await deleteOldChanges(api.sql, 1)).toBeGreaterThan(5);
  const old = await api.request('GET', `/changes?after=${begin}`);
  expect([old.status, old.json<{ status: string }>().status]).toEqual([410, 'GONE']);
  expect(await read({ after: cursor })).toEqual([]);
  expect(await read({})).toEqual([]);
  await api.sql`update record_change_state set last = last - 1`;
  expect((await api.request('GET', `/changes?after=${cursor}`)).status).toBe(410);
  await api.sql`update record_change_state set last = last + 1`;
});
