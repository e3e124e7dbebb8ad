import { setDefaultTimeout } from 'bun:test';
import type { DrivenProcess } from '../helpers/killPoints/drivenProcess.ts';
import { driversOf, type Scenario } from '../helpers/killPoints/killPoints.ts';
import { indexProblems, unequal } from '../helpers/killPoints/recovery.ts';
import { makeStageForFile, testBrokenTwin, testKillPoints } from '../helpers/killPoints/stage.ts';

/** Apis that die while they write, and clients that repeat what was not answered. */

setDefaultTimeout(120_000);
const { url, sql } = await makeStageForFile();

interface Written {
  readonly id: string;
  readonly code: string;
}

interface Request {
  readonly method: string;
  readonly path: (written: Written) => string;
  readonly body?: (written: Written) => unknown;
  /** Further statuses of a repetition, which may find its own first write. */
  readonly repeated?: readonly number[];
}

let count = 0;

async function send(process: DrivenProcess, { method, path, body }: Request, written: Written, expected = [200]) {
  const { status, text } = await process.request(method, path(written), body?.(written));
  if (!expected.includes(status)) throw new Error(`${method} ${path(written)}: ${status} ${text}`);
  await process.relay();
}

/** The versions of a record's history must be without a gap, and its current version the last. */
async function historyProblems(table: string, { id }: Written, change: string): Promise<string[]> {
  const rows = await sql<{ version: number; change: string }[]>`
    select version, change from history where record_id = ${id} order by version`;
  const [record] = await sql<{ version: number }[]>`select version from ${sql(table)} where id = ${id}`;
  return [
    ...unequal(
      'the versions',
      rows.map(({ version }) => version),
      rows.map((_, index) => index + 1),
    ),
    ...unequal('the last change', rows.at(-1)?.change, change),
    ...unequal('the version', record?.version, change === 'DELETED' ? undefined : rows.length),
  ];
}

interface WriteScenario {
  readonly prepare?: (survivor: DrivenProcess, written: Written) => Promise<unknown>;
  readonly kinds: readonly string[];
  readonly problems: (survivor: DrivenProcess, written: Written) => Promise<string[]>;
}

const ofWrite = (name: string, request: Request, { prepare, kinds, problems }: WriteScenario): Scenario<Written> => ({
  name: `an api ${name}`,
  drivers: driversOf({ queues: ['index.sync', 'job.plan', 'step.maintenance', 'step.reindex'] }),
  prepare: async (survivor) => {
    const written = { id: crypto.randomUUID(), code: `c${++count}` };
    await prepare?.(survivor, written);
    await survivor.work();
    return written;
  },
  act: (process, written) => send(process, request, written),
  repeat: (survivor, written) => send(survivor, request, written, [200, ...(request.repeated ?? [])]),
  problems: async (survivor, written) => [
    ...(await problems(survivor, written)),
    ...(await indexProblems(survivor.services, kinds)),
  ],
});

const at = '/worklog-types';
const kinds = ['WorklogType'];
const store: Request = {
  method: 'POST',
  path: () => at,
  body: ({ id, code }) => ({ id, code, name: 'first' }),
  repeated: [400],
};
const table = 'worklog_type';

testKillPoints(
  url,
  ofWrite('creates a record that is searchable at once', store, {
    kinds,
    problems: (_, written) => historyProblems(table, written, 'CREATED'),
  }),
);
testKillPoints(
  url,
  ofWrite(
    'changes a record',
    { method: 'PATCH', path: ({ id }) => `${at}/${id}`, body: () => ({ name: 'second' }) },
    {
      kinds,
      prepare: (survivor, written) => send(survivor, store, written),
      problems: (_, written) => historyProblems(table, written, 'UPDATED'),
    },
  ),
);
testKillPoints(
  url,
  ofWrite(
    'starts a rebuild, which a client requests once more',
    {
      method: 'POST',
      path: () => '/jobs',
      body: () => ({
        ...{ jobType: 'REINDEX', startDate: new Date().toISOString(), status: 'NEW' },
        data: { kind: 'WorklogType' },
      }),
      repeated: [400],
    },
    {
      kinds,
      // The second one is refused, or begins when the first has ended: planning never meets another rebuild.
      problems: async () => {
        const jobs = await sql<{ status: string }[]>`select status from job where job_type = 'REINDEX'`;
        return unequal('the statuses of the rebuilds', [...new Set(jobs.map(({ status }) => status))], ['COMPLETED']);
      },
    },
  ),
);
testKillPoints(
  url,
  ofWrite(
    'deletes a record',
    { method: 'DELETE', path: ({ id }) => `${at}/${id}`, repeated: [400] },
    {
      kinds,
      prepare: (survivor, written) => send(survivor, store, written),
      problems: (_, written) => historyProblems(table, written, 'DELETED'),
    },
  ),
);

testBrokenTwin<Written>(
  url,
  {
    name: 'an api changes a record',
    drivers: driversOf({ queues: ['index.sync'] }),
    prepare: async (survivor) => {
      const written = { id: crypto.randomUUID(), code: `c${++count}` };
      await send(survivor, store, written);
      return written;
    },
    act: async (process, { id }) => {
      await process.sql`update worklog_type set index_version = index_version + 1 where id = ${id}`;
      const data = JSON.stringify({ kind: 'WorklogType', ids: [id] });
      await process.sql`insert into outbox (id, queue, data) values (${crypto.randomUUID()}, 'index.sync', ${data})`;
      await process.relay();
    },
    problems: (survivor) => indexProblems(survivor.services, kinds),
  },
  { without: 'its outbox row in the same statement', problem: /is stale/ },
);

/** A group with two members, whose rename changes them too. */
async function makeGroup(survivor: DrivenProcess, written: Written): Promise<void> {
  const { id, code } = written;
  const post = (path: string, body: object, repeated: number[] = []) =>
    send(survivor, { method: 'POST', path: () => path, body: () => body }, written, [200, ...repeated]);
  await post('/user-group-types', { code: 'TEAM', name: 'T', registry: {} }, [400]);
  await post('/user-types', { code: 'PERSON', name: 'P', type: 'INDIVIDUAL', registry: {} }, [400]);
  await post('/user-groups', { id, code, name: code, type: 'TEAM', chars: {} });
  for (const name of ['a', 'b'])
    await post('/users', { code: `${code}${name}`, type: 'PERSON', chars: {}, groups: [code] });
}

async function memberProblems({ code }: Written, groups: readonly string[]): Promise<string[]> {
  const users = await sql<{ groups: string }[]>`
    select doc::json->>'groups' as groups from app_user where code like ${`${code}_`}`;
  const links = await sql`
    select from user_user_group l join app_user u on u.id = l.user_id where u.code like ${`${code}_`}`;
  return [
    ...unequal(
      'the groups of the members',
      users.map((user) => JSON.parse(user.groups ?? '[]')),
      [groups, groups],
    ),
    ...unequal('the links', links.length, 2 * groups.length),
  ];
}

testKillPoints(
  url,
  ofWrite(
    'renames a group',
    { method: 'PATCH', path: ({ id }) => `/user-groups/${id}`, body: ({ code }) => ({ code: `${code}-renamed` }) },
    {
      kinds: ['UserGroup', 'User', 'UserUserGroup'],
      prepare: makeGroup,
      problems: async (_, written) => [
        ...(await historyProblems('user_group', written, 'UPDATED')),
        ...(await memberProblems(written, [`${written.code}-renamed`])),
      ],
    },
  ),
);
testKillPoints(
  url,
  ofWrite(
    'changes the groups of a user',
    { method: 'PATCH', path: ({ code }) => `/users/${code}a`, body: () => ({ groups: [] }) },
    {
      kinds: ['User', 'UserUserGroup'],
      prepare: makeGroup,
      problems: async (_, { code }) => {
        const [user] = await sql<{ doc: string }[]>`select doc from app_user where code = ${`${code}a`}`;
        const links = await sql`
          select from user_user_group l join app_user u on u.id = l.user_id where u.code = ${`${code}a`}`;
        const groups: unknown = JSON.parse(user?.doc ?? '{}').groups ?? [];
        return [...unequal('the groups', groups, []), ...unequal('the links', links.length, 0)];
      },
    },
  ),
);

testKillPoints(
  url,
  ofWrite(
    'saves a diff',
    {
      method: 'POST',
      path: () => `${at}/diff/save`,
      body: ({ id, code }) => [
        ...['x', 'y'].map((name) => ({
          diffType: 'DIFF_TYPE_NEW',
          right: { id: Bun.randomUUIDv5(name, id), code: `${code}${name}`, name },
        })),
        { diffType: 'DIFF_TYPE_REMOVE', left: { id, code, name: 'first' } },
      ],
      // What the first request has saved is in conflict with the second.
      repeated: [400, 409],
    },
    {
      kinds,
      prepare: (survivor, written) => send(survivor, store, written),
      problems: async (_, written) => {
        const rows = await sql<{ code: string }[]>`
          select code from worklog_type where code like ${`${written.code}_`} order by code`;
        const codes = rows.map(({ code }) => code);
        return [
          ...unequal('the records', codes, [`${written.code}x`, `${written.code}y`]),
          ...(await historyProblems(table, written, 'DELETED')),
          ...(await historyProblems(table, { ...written, id: Bun.randomUUIDv5('x', written.id) }, 'CREATED')),
        ];
      },
    },
  ),
);

const job = { jobType: 'BROKER_SETUP', startDate: '2026-11-21', status: 'NEW' };
testKillPoints(
  url,
  ofWrite(
    'creates a Job',
    { method: 'POST', path: () => '/jobs', body: ({ id }) => ({ id, ...job }), repeated: [400] },
    {
      kinds: ['Job', 'JobStep'],
      problems: async (_, { id }) => {
        const steps = await sql<{ status: string }[]>`
          select j.status || ' ' || s.status as status from job j join job_step s on s.job_id = j.id where j.id = ${id}`;
        return unequal(
          'the steps',
          steps.map(({ status }) => status),
          ['COMPLETED COMPLETED'],
        );
      },
    },
  ),
);

testKillPoints(
  url,
  ofWrite(
    'stores a log',
    {
      method: 'POST',
      path: () => '/logs',
      body: ({ id }) => ({
        ...{ id, ownerType: 'Order', ownerId: id, logTypeCode: 'CALL', request: 'a', response: 'b' },
        ...{ relatedData: {}, startDate: new Date().toISOString(), endDate: new Date().toISOString() },
      }),
      repeated: [400],
    },
    {
      kinds: ['Log'],
      problems: async (_, { id }) => unequal('the logs', (await sql`select from log where owner_id = ${id}`).length, 1),
    },
  ),
);
