import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { sampleLog } from '../../helpers/api/logRequests.ts';
import { startApiForFile, type TestAnswer, type TestBody } from '../../helpers/api.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

const api = await startApiForFile();

const tagOf = ({ headers }: TestAnswer): string => headers.get('etag') ?? '';
const create = async (code: string): Promise<string> => {
  const made = await api.request('POST', '/worklog-types', { code, name: 'N' });
  expect(made.status).toBe(200);
  return tagOf(made);
};
const send = (method: string, path: string, headers: Record<string, string>, body?: TestBody) =>
  api.request(method, path, body, headers);

describe('the ETag of a record', () => {
  test('is that of every response with the representation, and changes with it', async () => {
    const tag = await create('tagged');
    expect(tag).toMatch(/^"[\w-]{22}"$/);
    const record = (await api.request('GET', '/worklog-types/tagged')).json();
    for (const path of ['tagged', record.id, 'by-code/tagged'])
      expect(tagOf(await api.request('GET', `/worklog-types/${path}`))).toBe(tag);
    expect(tagOf(await api.request('HEAD', '/worklog-types/tagged'))).toBe(tag);
    expect(tagOf(await api.request('PATCH', '/worklog-types/tagged', {}))).toBe(tag);
    const changed = await api.request('PATCH', '/worklog-types/tagged', { name: 'M' });
    expect(tagOf(changed)).not.toBe(tag);
    expect(tagOf(await api.request('GET', '/worklog-types/tagged'))).toBe(tagOf(changed));
  });

  test('saves the body of a read that the caller has already', async () => {
    const tag = await create('cached');
    for (const condition of [tag, `W/${tag}`, `"other" , W/${tag}`, '*']) {
      const answer = await send('GET', '/worklog-types/cached', { 'if-none-match': condition });
      expect({ status: answer.status, text: answer.text, tag: tagOf(answer) }).toEqual({ status: 304, text: '', tag });
      expect(answer.headers.get('x-request-id')).toBeTruthy();
    }
    expect((await send('HEAD', '/worklog-types/cached', { 'if-none-match': tag })).status).toBe(304);
    for (const condition of ['"other"', `"${tag.slice(1, -1)}x"`, '']) {
      const status = (await send('GET', '/worklog-types/cached', { 'if-none-match': condition })).status;
      expect({ condition, status }).toEqual({ condition, status: condition === '' ? 400 : 200 });
    }
    expect((await send('GET', '/worklog-types/cached', { 'if-match': `W/${tag}` })).status).toBe(412);
    expect((await send('GET', '/worklog-types/nosuch', { 'if-none-match': '*' })).status).toBe(400);
  });
});

describe('a write with a condition', () => {
  test.each(['PUT', 'PATCH', 'DELETE'])('%s happens only if the record is the one that was read', async (method) => {
    const code = `conditional ${method}`;
    const path = `/worklog-types/${encodeURIComponent(code)}`;
    const body = method === 'DELETE' ? undefined : { code, name: 'changed' };
    const tag = await create(code);
    const refused = await send(method, path, { 'if-match': '"stale"' }, body);
    expect(refused.json<object>()).toMatchObject({
      status: 'PRECONDITION_FAILED',
      errors: [`If-Match: the WorklogType has the ETag ${tag} now`],
      problems: [{ code: 'STALE_VERSION', path: 'If-Match' }],
    });
    expect(refused.status).toBe(412);
    expect((await send(method, path, { 'if-match': `W/${tag}` }, body)).status).toBe(412);
    expect((await send(method, path, { 'if-none-match': `W/${tag}` }, body)).status).toBe(412);
    expect((await send(method, path, { 'if-none-match': '*' }, body)).status).toBe(412);
    expect(tagOf(await api.request('GET', path))).toBe(tag);
    expect((await send(method, path, { 'if-match': `"stale", ${tag}`, 'if-none-match': '"x"' }, body)).status).toBe(
      200,
    );
    expect((await send(method, path, { 'if-match': tag }, body)).status).toBe(method === 'DELETE' ? 400 : 412);
    if (method !== 'DELETE') expect((await send(method, path, { 'if-match': '*' }, body)).status).toBe(200);
  });

  test('has the condition checked before the version, and both', async () => {
    const tag = await create('both');
    const body = { name: 'M', auditInfo: { version: 7 } };
    expect((await send('PATCH', '/worklog-types/both', { 'if-match': '"x"' }, body)).status).toBe(412);
    expect((await send('PATCH', '/worklog-types/both', { 'if-match': tag }, body)).errors).toEqual([
      'auditInfo.version: 7 was sent, the record is at 1',
    ]);
  });

  test('that is sent twice at once succeeds once', async () => {
    const tag = await create('raced');
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        send('PATCH', '/worklog-types/raced', { 'if-match': tag }, { name: `name ${n}` }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(412)]);
  });

  test('that is malformed is a 400', async () => {
    await create('malformed');
    for (const name of ['if-match', 'if-none-match'])
      for (const value of ['abc', '"a" "b"', '*, "a"', '"a', "W/'a'"])
        expect((await send('DELETE', '/worklog-types/malformed', { [name]: value })).status).toBe(400);
  });

  test('of a POST concerns the record whose id it sends', async () => {
    const id = crypto.randomUUID();
    const body = { id, code: 'posted', name: 'N' };
    const post = (headers: Record<string, string>) => send('POST', '/worklog-types', headers, body);
    expect((await post({ 'if-match': '*' })).status).toBe(412);
    expect((await post({ 'if-none-match': '*' })).status).toBe(200);
    expect((await post({ 'if-none-match': '*' })).status).toBe(412);
    expect((await post({ 'if-match': '"x"' })).status).toBe(412);
    expect((await post({ 'if-match': '*' })).status).toBe(200);
  });

  test('works for the kinds with operations of their own', async () => {
    const log = await api.request('POST', '/logs', sampleLog());
    const path = `/logs/${log.json().id}`;
    expect(tagOf(await api.request('GET', path))).toBe(tagOf(log));
    expect((await send('PUT', path, { 'if-match': '"x"' }, sampleLog({ module: 'M' }))).status).toBe(412);
    expect((await send('PUT', path, { 'if-match': tagOf(log) }, sampleLog({ module: 'M' }))).status).toBe(200);
    const job = (
      await api.request('POST', '/jobs', {
        jobType: 'OWN',
        status: 'NEW',
        startDate: '2030-01-01T00:00:00Z',
        closed: false,
      })
    ).json();
    const made = await api.request('POST', '/job-steps', {
      jobId: job.id,
      name: 's',
      status: 'NEW',
      chunk: [],
      stepData: {},
    });
    const step = `/job-steps/${made.json().id}`;
    const tag = tagOf(await api.request('GET', step));
    expect((await send('GET', step, { 'if-none-match': tag })).status).toBe(304);
    const change = { status: 'IN_PROGRESS' };
    expect((await send('PATCH', step, { 'if-match': '"x"' }, change)).status).toBe(412);
    expect((await send('PATCH', step, { 'if-match': tag }, change)).status).toBe(200);
  });
});

describe('Prefer', () => {
  test('return=minimal leaves out the body of a write, not its effect', async () => {
    const prefer = { prefer: 'respond-async, return="minimal"; foo' };
    const made = await send('POST', '/worklog-types', prefer, { code: 'minimal', name: 'N' });
    expect({ status: made.status, text: made.text }).toEqual({ status: 204, text: '' });
    expect(made.headers.get('content-type')).toBeNull();
    expect(made.headers.get('preference-applied')).toBe('return=minimal');
    const read = await api.request('GET', `//${made.headers.get('location')?.slice(1)}`);
    expect(read.json().code).toBe('minimal');
    expect(tagOf(made)).toBe(tagOf(read));
    const patched = await send('PATCH', '/worklog-types/minimal', { prefer: 'return=minimal' }, { name: 'M' });
    expect({ status: patched.status, text: patched.text, location: patched.headers.get('location') }).toEqual({
      status: 204,
      text: '',
      location: null,
    });
    expect((await api.request('GET', '/worklog-types/minimal')).json().name).toBe('M');
    const log = await send('POST', '/logs', { prefer: 'return=minimal' }, sampleLog());
    expect((await api.request('GET', `//${log.headers.get('location')?.slice(1)}`)).status).toBe(200);
  });

  test('return=minimal names the record of a restore, and a new Job', async () => {
    await create('restored');
    await api.request('PATCH', '/worklog-types/restored', { name: 'M' });
    const restored = await send('POST', '/worklog-types/restored/restore?version=1', { prefer: 'return=minimal' });
    const read = await api.request('GET', `//${restored.headers.get('location')?.slice(1)}`);
    expect([restored.status, read.json().code, tagOf(restored)]).toEqual([204, 'restored', tagOf(read)]);
    const job = {
      jobType: 'MINE',
      status: 'NEW',
      startDate: '2026-01-01T00:00:00Z',
      jobSteps: [{ name: 'S', status: 'NEW' }],
    };
    const made = await send('POST', '/jobs', { prefer: 'return=minimal' }, job);
    const expanded = await api.request('GET', `//${made.headers.get('location')?.slice(1)}?expand=JOB_STEPS`);
    expect([made.status, made.text, expanded.json()['jobType'], tagOf(made)]).toEqual([
      204,
      '',
      'MINE',
      tagOf(expanded),
    ]);
  });

  test('return=minimal is applied to a deletion', async () => {
    for (const [code, prefer, status, applied] of [
      ['gone-1', 'return=minimal', 204, 'return=minimal'],
      ['gone-2', 'return=representation', 200, null],
    ] as const) {
      await send('POST', '/worklog-types', {}, { code, name: 'N' });
      const removed = await send('DELETE', `/worklog-types/${code}`, { prefer });
      expect([removed.status, removed.text, removed.headers.get('preference-applied')]).toEqual([status, '', applied]);
      const repeated = await send('DELETE', `/worklog-types/${code}`, { prefer });
      expect([repeated.status, repeated.headers.get('preference-applied')]).toEqual([400, null]);
    }
  });

  test('return=representation is applied, everything else ignored', async () => {
    const with_ = (prefer: string) => send('POST', '/worklog-types', { prefer }, { code: prefer, name: 'N' });
    const whole = await with_('return=representation');
    expect(whole.headers.get('preference-applied')).toBe('return=representation');
    expect(whole.json().code).toBe('return=representation');
    const other = await with_('return=nothing');
    expect(other.headers.get('preference-applied')).toBeNull();
    expect(other.json().code).toBe('return=nothing');
    expect((await send('POST', '/worklog-types', { prefer: 'return=minimal' }, { code: 'x' })).errors).toEqual([
      'name: is required',
    ]);
  });
});
