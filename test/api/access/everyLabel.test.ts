import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { changeBounds } from '../../../db/queries/changes/changeRows.ts';
import { reservedEntities } from '../../../domain/access/access.ts';
import { kinds } from '../../../domain/kinds/index.ts';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { startAuthenticatedApiForFile, type TestCaller } from '../../helpers/api/callers.ts';
import { type DocumentedOperation, documentedOperations } from '../../helpers/api/documentedOperations.ts';
import { problemsOf } from '../../helpers/api/openApiContract.ts';
import type { TestAnswer } from '../../helpers/api.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

/** The answers of every operation of the OpenAPI document to callers who may not call it. */

const api = await startAuthenticatedApiForFile();
const { administrator } = api;
const operations = documentedOperations();
const guarded = operations.filter(({ access }) => access !== 'public');
const ofRules = guarded.filter(({ access }) => typeof access === 'object');
const nameOf = ({ access }: DocumentedOperation): string => {
  if (typeof access !== 'object') return String(access);
  return 'kind' in access ? access.kind : access.entity;
};
const rightOf = ({ access }: DocumentedOperation): string | undefined =>
  typeof access === 'object' ? access.right : undefined;

const send = ({ method, request: { path, body, headers } }: DocumentedOperation, caller?: string) =>
  api.request(method, path, body, { ...headers, ...(caller === undefined ? {} : { authorization: caller }) });
/** The value of the Authorization header. */
const bearer = ({ key }: TestCaller): string => `Bearer ${key}`;

/** Returns the operations whose answer is not a complete refusal of this status, with the answer. */
async function notRefused(
  tested: readonly DocumentedOperation[],
  status: 401 | 403,
  authorizationOf: (operation: DocumentedOperation) => string | undefined,
): Promise<string[]> {
  const found: string[] = [];
  for (const operation of tested) {
    const answer = await send(operation, authorizationOf(operation));
    const problems = problemsOfRefusal(answer, status);
    if (problems.length > 0) found.push(`${operation.name}: ${answer.status} ${answer.text.slice(0, 200)} ${problems}`);
  }
  return found;
}

function problemsOfRefusal({ status, headers, text }: TestAnswer, expected: 401 | 403): string[] {
  if (status !== expected) return ['the status'];
  const problems: string[] = [];
  if (headers.get('content-type') !== 'application/json') problems.push('the content type');
  if (headers.get('www-authenticate') !== (expected === 401 ? 'Bearer' : null)) problems.push('WWW-Authenticate');
  if (headers.get('x-request-id') === null) problems.push('x-request-id');
  const body = JSON.parse(text) as { status: string };
  if (body.status !== (expected === 401 ? 'UNAUTHORIZED' : 'FORBIDDEN')) problems.push('the status of the body');
  if ((problemsOf({ $ref: '#/components/schemas/ErrorBody' }, body) as unknown[]).length > 0) problems.push('the body');
  return problems;
}

/** Tables that the service writes about requests, whatever they do. */
const aboutRequests = new Set(['audit_entry', 'caller_rate', 'process', 'log', 'access_change']);

/** The number and a digest of the rows of each table. */
async function contents(): Promise<Record<string, string>> {
  const tables = await api.sql<{ name: string; path: string }[]>`
    select tablename as name, format('%I.%I', schemaname, tablename) as path
    from pg_tables where schemaname in ('public', 'pgboss')`;
  const counted: Record<string, string> = {};
  for (const { name, path } of tables) {
    if (aboutRequests.has(name) || (name.startsWith('log_') && name !== 'log_type')) continue;
    // Keys store when they were last used.
    const text = name === 'api_key' ? `concat(t.id, t.revoked_at)` : 't::text';
    const [row] = await api.sql.unsafe<{ content: string }[]>(
      `select concat(count(*), ' ', sum(hashtextextended(${text}, 0))) as content from ${path} t`,
    );
    counted[path] = row?.content ?? '';
  }
  return counted;
}

const everything = { fullAccess: true, accessRule: 'READ_WRITE' } as const;
const [readOnly, powerless, worklogs, scopedToOther, scopedToRead, scopedToNothing] = [
  await api.callerWith([
    { fullAccess: true, accessRule: 'READ' },
    ...reservedEntities.map((entityName) => ({ entityName, accessRule: 'READ' as const })),
  ]),
  await api.callerWith([]),
  await api.callerWith([{ ...everything, entityName: 'WorklogType' }]),
  await api.callerWith([everything], { scopes: [{ entityName: 'WorklogType', accessRule: 'READ_WRITE' }] }),
  await api.callerWith([everything], { scopes: [{ accessRule: 'READ' }] }),
  await api.callerWith([everything], { scopes: [] }),
];
const [revoked, disabled, expired, early] = [
  await api.callerWith([everything]),
  await api.callerWith([everything]),
  await api.callerWith([everything]),
  await api.callerWith([everything]),
];
const [key] = await api.sql<{ id: string }[]>`select id from api_key where user_id = ${revoked.userId}`;
const endings: [method: string, path: string, body?: Record<string, unknown>][] = [
  ['DELETE', `/api-keys/${key?.id}`],
  ['PATCH', `/users/${disabled.userId}`, { status: 'DISABLE' }],
  ['PATCH', `/users/${expired.userId}`, { validTo: '2001-01-01T00:00:00.000Z' }],
  ['PATCH', `/users/${early.userId}`, { validFrom: '2999-01-01T00:00:00.000Z' }],
];
for (const [method, path, body] of endings) {
  const { status, text } = await administrator.request(method, path, body);
  if (status !== 200) throw new Error(`${method} ${path}: ${text}`);
}

let before: Record<string, string> = {};
beforeAll(async () => {
  // A caller who may follow changes numbers those of the records above.
  await changeBounds(api.sql);
  before = await contents();
});

describe('the document', () => {
  test('says of each operation what it requires', () => {
    expect(operations.filter(({ access }) => access === undefined).map(({ name }) => name)).toEqual([]);
    const known = new Set<string>([...kinds.map(({ name }) => name), ...reservedEntities, 'public', 'signedIn']);
    expect(operations.filter((operation) => !known.has(nameOf(operation))).map(({ name }) => name)).toEqual([]);
    expect(operations.length).toBeGreaterThan(300);
  });
});

describe('every operation that is not public answers 401 to', () => {
  const credentials: Record<string, string | undefined> = {
    'no credential': undefined,
    'an unknown key': `Bearer ${administrator.key.slice(0, -2)}xx`,
    'a key in another case': `Bearer ${administrator.key.toUpperCase()}`,
    'another scheme': `Basic ${administrator.key}`,
    'a revoked key': bearer(revoked),
    'a disabled user': bearer(disabled),
    'an expired user': bearer(expired),
    'a user who is not valid yet': bearer(early),
  };
  for (const [name, authorization] of Object.entries(credentials)) {
    test(name, async () => {
      expect(await notRefused(guarded, 401, () => authorization)).toEqual([]);
    });
  }
});

describe('every operation with a kind or an entity answers 403 to', () => {
  test('a caller without rules', async () => {
    expect(await notRefused(ofRules, 403, () => bearer(powerless))).toEqual([]);
  });

  test('a caller with a rule for another kind only', async () => {
    const others = ofRules.filter((operation) => nameOf(operation) !== 'WorklogType');
    expect(await notRefused(others, 403, () => bearer(worklogs))).toEqual([]);
  });

  test('a key of an administrator whose scopes leave it out', async () => {
    const others = ofRules.filter((operation) => nameOf(operation) !== 'WorklogType');
    expect(await notRefused(others, 403, () => bearer(scopedToOther))).toEqual([]);
    expect(await notRefused(ofRules, 403, () => bearer(scopedToNothing))).toEqual([]);
  });

  test('a caller who may only read, if it writes', async () => {
    const writing = ofRules.filter((operation) => rightOf(operation) === 'READ_WRITE');
    expect(writing.length).toBeGreaterThan(100);
    expect(await notRefused(writing, 403, () => bearer(readOnly))).toEqual([]);
    expect(await notRefused(writing, 403, () => bearer(scopedToRead))).toEqual([]);
  });
});

test('a caller who may only read is refused nothing else', async () => {
  const reading = guarded.filter((operation) => rightOf(operation) !== 'READ_WRITE');
  const found: string[] = [];
  for (const operation of reading) {
    const { status, text } = await send(operation, bearer(readOnly));
    if (status === 401 || status === 403 || status >= 500) found.push(`${operation.name}: ${status} ${text}`);
  }
  expect(found).toEqual([]);
});

test('no such request changes anything', async () => {
  expect(Object.keys(before).length).toBeGreaterThan(20);
  expect(await contents()).toEqual(before);
});

test('an operator’s action is recorded for a caller without rights to Logs, with its code, key and address', async () => {
  const operator = await api.callerWith([{ entityName: 'Admin', fullAccess: true, accessRule: 'READ_WRITE' }]);
  expect((await operator.request('POST', '/admin/queues/step.logs/pause')).status).toBe(200);
  const owner = encodeURIComponent('POST /api/v2/admin/queues/{name}/pause');
  const found = await administrator.request('GET', `/logs/by-owner/Operation/${owner}`);
  expect(found.json<JsonObject[]>()).toMatchObject([
    {
      resultCode: '200',
      auditInfo: { whoInserted: operator.code, whoEdited: operator.code },
      relatedData: { credential: 'key', keyName: 'test', address: '127.0.0.1' },
    },
  ]);
});
