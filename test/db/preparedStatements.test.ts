import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { USER_ID } from '../../domain/access/rules/placeholders.ts';
import { kinds } from '../../domain/kinds/index.ts';
import { startAuthenticatedApiForFile, type TestCaller } from '../helpers/api/callers.ts';
import type { TestBody } from '../helpers/api.ts';
import { type Sample, storeSampleOfEachKind } from '../helpers/hiddenRecords/samples.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(120_000);

/** The prepared statements of a connection do not grow with the callers, whose reaches differ. */

const CALLERS = 50;
const CONNECTIONS = 10;

const api = await startAuthenticatedApiForFile({ resultWaitMs: 1 });
const samples = await storeSampleOfEachKind(api);
const sample = (kind: string): Sample => samples.get(kind) as Sample;
const { administrator } = api;

/** Lets every record through, by a condition that names the caller. */
const expression = [
  {
    or: [
      { column: 'id', operator: 'IS_NOT_NULL' },
      { column: 'id', value: USER_ID },
    ],
  },
];
const first = await api.callerWith([
  ...kinds.map(({ name }) => ({ entityName: name, accessRule: 'READ_WRITE' as const, expression })),
  { entityName: 'DocumentRun', accessRule: 'READ_WRITE', fullAccess: true },
  { entityName: 'NotificationSend', accessRule: 'READ_WRITE', fullAccess: true },
]);

async function anotherCaller(number: number): Promise<Pick<TestCaller, 'userId' | 'request'>> {
  const code = `reader${number}`;
  const user = await api.store('User', { code, type: 'PERSON', chars: {}, roles: [first.code] });
  const made = await administrator.request('POST', '/api-keys', { name: 'test', user: code });
  const { key } = made.json<{ key: string }>();
  return {
    userId: user.id,
    request: (method, path, body) => api.request(method, path, body, { authorization: `Bearer ${key}` }),
  };
}

type Request = readonly [method: string, path: string, body?: TestBody];

function csv(text: string): FormData {
  const form = new FormData();
  form.set('file', new Blob([text]), 'records.csv');
  return form;
}

/** Requests whose statements contain a reach. */
function requestsOf(name: string): Request[] {
  const [group, user, region, job, step] = ['UserGroup', 'User', 'UserGroupRegion', 'Job', 'JobStep'].map(sample);
  const chars = { chars: {} };
  const log = { ownerType: 'Ticket', ownerId: name, relatedData: {}, request: '<a/>', response: '<b/>' };
  const times = { startDate: '2026-11-20T08:00:00.000Z', endDate: '2026-11-20T08:00:01.500Z' };
  const target = { notificationTo: [{ email: 'a@example.com' }], relatedEntities: [] };
  return [
    ...kinds.flatMap(({ path }): Request[] => [
      ['GET', `/${path}`],
      ['GET', `/${path}/search/page?filtering={}`],
      ['GET', `/${path}/search/list?filtering={}`],
      ['GET', `/${path}/search/count?filtering={}`],
    ]),
    ['GET', `/user-groups/by-users/map?userIds=${user?.id}`],
    ['GET', `/user-groups/by-user/${user?.id}`],
    ['GET', '/user-groups/by-chars/color/red'],
    ['GET', '/user-groups/by-ldap/cn=north'],
    ['POST', '/user-groups/expanded', ['NORTH']],
    ['GET', `/user-group-regions/by-group/${group?.id}`],
    ['GET', `/user-group-regions/by-group/${group?.id}/${region?.['regionId']}`],
    ['GET', '/user-group-regions/by-group-code/NORTH'],
    ['GET', '/sharings/by-ref/Ticket/User/u1'],
    ['GET', '/sharings/by-owner/Ticket/t1'],
    ['GET', '/sharings/public-or-matching/Ticket/u1'],
    ['GET', '/sharings/public-or-matching-subtype/Ticket/S/u1'],
    ['GET', '/logs/by-owner/Ticket/t1'],
    ['DELETE', `/logs/CALL/2026-01-01/Ticket/${name}`],
    ['GET', `/job-steps/by-chunk/${step?.['chunkId']}/one`],
    ['POST', '/notifications/by-owners/Ticket', ['t1']],
    ['POST', '/notifications', { ownerType: 'Ticket', ownerId: name, templateCode: 'outage', ...target }],
    ['POST', '/documents/name/mail', {}],
    ['POST', '/documents/name/unknown', {}],
    ['POST', '/documents/generate/mail/html', {}],
    ['POST', '/logs', { ...log, ...times, logTypeCode: 'CALL' }],
    ['POST', '/user-groups', { code: name, name, type: 'TEAM', parentUserGroupId: group?.id ?? '', ...chars }],
    ['POST', '/user-groups', { code: 'NORTH', name, type: 'TEAM', ...chars }],
    ['POST', '/user-groups', { code: `${name}x`, name, type: 'MISSING', ...chars }],
    ['POST', '/user-group-regions', { regionId: crypto.randomUUID(), userGroup: { code: 'NORTH' } }],
    ['POST', '/users', { code: `${name}u`, type: 'NURSE', groups: ['NORTH'], ...chars }],
    ['POST', '/notification-rules', { code: name, name, config: { emailTemplateCode: 'mail', subject: 'x' } }],
    ['POST', '/job-steps', { name, status: 'NEW', jobId: job?.id ?? '', chunkId: crypto.randomUUID(), chunk: ['a'] }],
    ['DELETE', '/user-group-types/TEAM'],
    ['DELETE', '/formatter-templates/mail'],
    ['POST', '/user-groups/diff/file?compareField=code', csv('code,name\nNORTH,N\n')],
    ['POST', '/user-groups/diff/save', [{ diffType: 'DIFF_TYPE_REMOVE', left: { ...group } }]],
    ['POST', '/user-groups/backup', { entityType: 'UserGroup', filtering: [] }],
  ];
}

/** Returns the texts of the prepared statements of all connections of the api. */
async function preparedStatements(): Promise<Set<string>> {
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => api.sql.reserve()));
  try {
    const rows = await Promise.all(
      connections.map((connection) =>
        connection.unsafe<{ statement: string }[]>('select statement from pg_prepared_statements'),
      ),
    );
    return new Set(rows.flat().map(({ statement }) => statement));
  } finally {
    for (const connection of connections) connection.release();
  }
}

const naming = async (userIds: readonly string[]): Promise<string[]> =>
  [...(await preparedStatements())].filter((text) => userIds.some((id) => text.includes(id)));

describe('prepared statements', () => {
  test(`of ${CALLERS} callers with different reaches contain no reach`, async () => {
    const userIds: string[] = [];
    const statuses = new Map<string, number>();
    for (let number = 0; number < CALLERS; number++) {
      const caller = await anotherCaller(number);
      userIds.push(caller.userId);
      const answers = requestsOf(`r${number}`).map(async ([method, path, body]) => {
        const { status } = await caller.request(method, path, body);
        statuses.set(`${method} ${path}`, status);
      });
      await Promise.all(answers);
    }
    expect(await naming(userIds)).toEqual([]);
    // Otherwise the property holds because nothing was found.
    expect([...statuses.values()].filter((status) => status === 200).length).toBeGreaterThan(60);
  });

  test('and a reach in one is noticed', async () => {
    const id = crypto.randomUUID();
    await api.sql`select from user_group where id = ${api.sql.unsafe(`'${id}'`)}`;
    expect(await naming([id])).toHaveLength(1);
  });

  test('of callers without conditions stay prepared', async () => {
    for (const [method, path, body] of requestsOf('administrator')) await administrator.request(method, path, body);
    const texts = [...(await preparedStatements())];
    for (const from of [
      'from user_group as readable',
      'from log as log',
      'from sharing as sharing',
      'from user_group g',
    ])
      expect(texts.filter((text) => text.includes(from)).length, from).toBeGreaterThan(0);
  });
});
