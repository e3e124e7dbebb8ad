import { beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { startApiForFile, type TestBody } from '../../helpers/api.ts';

setDefaultTimeout(60_000);

const api = await startApiForFile();

interface Letters {
  readonly totalElements: number;
  readonly content: readonly { readonly id: string; readonly reason: string }[];
}

const QUEUE = '/admin/queues/event.notification';
const ids: string[] = [];

beforeEach(async () => {
  await api.sql`delete from pgboss.job where name like 'event.notification%'`;
  ids.length = 0;
  for (const reason of ['No rule has the code A', 'no rule has the code B', 'the provider is away']) {
    const [row] = await api.sql<{ id: string }[]>`
      insert into pgboss.job (name, data, source_output)
      values ('event.notification.dead', '{"eventType": "REST"}', ${api.sql.json({ message: reason })}) returning id`;
    ids.push(row?.id ?? '');
  }
});

const letters = async (query = ''): Promise<Letters> =>
  (await api.request('GET', `${QUEUE}/dead-letters${query}`)).json<Letters>();
const reasons = async (query = ''): Promise<string[]> =>
  (await letters(query)).content.map(({ reason }) => reason).toSorted();
const answer = async (path: string, body?: TestBody): Promise<unknown> =>
  (await api.request('POST', `${QUEUE}/${path}`, body)).json<unknown>();

describe('dead letters', () => {
  test('are found by a part of their reason, in any case', async () => {
    expect(await reasons('?reason=NO%20RULE')).toEqual(['No rule has the code A', 'no rule has the code B']);
    expect(await reasons('?reason=%25')).toEqual([]);
    expect((await letters('?reason=')).totalElements).toBe(3);
  });

  test('are discarded by ids, by reason, or all of the queue', async () => {
    expect(await answer('dead-letters/discard', [ids[2] ?? ''])).toEqual({ acknowledge: true, count: 1, skipped: [] });
    expect(await reasons()).toEqual(['No rule has the code A', 'no rule has the code B']);
    expect(await answer('dead-letters/discard?reason=code%20a')).toEqual({ acknowledge: true, count: 1, skipped: [] });
    expect(await reasons()).toEqual(['no rule has the code B']);
    expect(await answer('dead-letters/discard')).toEqual({ acknowledge: true, count: 1, skipped: [] });
    expect(await answer('dead-letters/discard')).toEqual({ acknowledge: true, count: 0, skipped: [] });
    const [queued] = await api.sql`select from outbox where queue = 'event.notification'`;
    expect(queued).toBeUndefined();
  });

  test('are sent again by reason', async () => {
    expect(await answer('redrive?reason=provider')).toEqual({ acknowledge: true, count: 1, skipped: [] });
    expect(await reasons()).toEqual(['No rule has the code A', 'no rule has the code B']);
  });

  test('stay where a request names an unknown one, an empty reason, or ids and a reason', async () => {
    const unknown = crypto.randomUUID();
    const refusals = [
      [`dead-letters/discard`, [ids[0] ?? '', unknown], `[1]: no dead letter has the id "${unknown}"`],
      ['dead-letters/discard', 'null', 'body: must be an array of ids, not null'],
      ['redrive', 'null', 'body: must be an array of ids, not null'],
      [`dead-letters/discard?reason=`, undefined, 'reason: must not be empty'],
      [
        'dead-letters/discard?reason=rule',
        [ids[0] ?? ''],
        'reason: cannot be used together with ids in the body; leave one of them out',
      ],
    ] as const;
    for (const [path, body, problem] of refusals) {
      const { status, errors } = await api.request('POST', `${QUEUE}/${path}`, body);
      expect([status, errors]).toEqual([400, [problem]]);
    }
    expect((await letters()).totalElements).toBe(3);
    expect((await api.request('POST', '/admin/queues/nowhere/dead-letters/discard')).status).toBe(400);
  });

  for (const path of ['dead-letters/discard', 'redrive'])
    test(`are taken and counted once by two requests at the same time: ${path}`, async () => {
      const answers = await Promise.all([answer(path), answer(path)]);
      const counts = answers.map((one) => (one as { count: number }).count);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
    });

  test('leave an entry in the audit when they are discarded', async () => {
    await answer('dead-letters/discard', [ids[0] ?? '']);
    const [entry] = await api.sql<{ doc: string }[]>`
      select doc from log where doc::json->>'ownerId' = 'POST /api/v2/admin/queues/{name}/dead-letters/discard'
      order by id desc limit 1`;
    expect(JSON.parse(entry?.doc ?? '{}')).toMatchObject({
      logTypeCode: 'OPERATOR_ACTION',
      resultCode: '200',
      request: expect.stringContaining(ids[0] ?? ''),
    });
  });
});

describe('queue jobs', () => {
  interface Jobs {
    readonly totalElements: number;
    readonly content: readonly { readonly state: string; readonly dueAt: string; readonly data: { n: number } }[];
  }
  const jobs = async (query: string): Promise<Jobs> => (await api.request('GET', `${QUEUE}/jobs${query}`)).json<Jobs>();

  test('are listed by state: scheduled by when they are due, ended ones newest first', async () => {
    await api.sql`
      insert into pgboss.job (name, data, state, start_after, completed_on)
      select 'event.notification', json_build_object('n', n), state::pgboss.job_state, now() + due * interval '1 hour',
        case when state in ('completed', 'failed') then now() + due * interval '1 hour' end
      from (values (1, 'created', 2), (2, 'retry', 1), (3, 'created', -1), (4, 'completed', -3), (5, 'failed', -2))
        as input(n, state, due)`;
    const scheduled = await jobs('');
    expect(scheduled.totalElements).toBe(2);
    expect(scheduled.content.map(({ state, data }) => [state, data.n])).toEqual([
      ['SCHEDULED', 2],
      ['SCHEDULED', 1],
    ]);
    expect(Date.parse(scheduled.content[0]?.dueAt ?? '')).toBeGreaterThan(Date.now());
    expect((await jobs('?state=WAITING')).content.map(({ data }) => data.n)).toEqual([3]);
    expect((await jobs('?state=RUNNING')).content).toEqual([]);
    expect((await jobs('?state=ENDED')).content.map(({ state, data }) => [state, data.n])).toEqual([
      ['FAILED', 5],
      ['COMPLETED', 4],
    ]);
    expect((await jobs('?size=1&page=1')).content.map(({ data }) => data.n)).toEqual([1]);
  });

  test('have states that are listed', async () => {
    const { status, errors } = await api.request('GET', `${QUEUE}/jobs?state=LATE`);
    expect([status, errors]).toEqual([400, ['state: must be one of WAITING, SCHEDULED, RUNNING, ENDED, not "LATE"']]);
  });
});

test('a paused queue names who has paused it, and one with a schedule its next run in UTC', async () => {
  interface Listed {
    readonly name: string;
    readonly pausedAt?: string;
    readonly pausedBy?: string;
    readonly cron?: string;
    readonly nextRunAt?: string;
  }
  await api.request('POST', `${QUEUE}/pause`);
  const queues = (await api.request('GET', '/admin/queues')).json<Listed[]>();
  await api.request('POST', `${QUEUE}/resume`);
  const named = (name: string) => queues.find((one) => one.name === name);
  expect(named('event.notification')).toMatchObject({ pausedBy: expect.any(String), pausedAt: expect.any(String) });
  expect(named('index.sync')?.pausedAt).toBeUndefined();
  const { cron, nextRunAt = '' } = named('maintenance.retention') ?? {};
  expect(cron).toBe('17 * * * *');
  expect(new Date(nextRunAt).getUTCMinutes()).toBe(17);
  expect(Date.parse(nextRunAt)).toBeGreaterThan(Date.now());
});
