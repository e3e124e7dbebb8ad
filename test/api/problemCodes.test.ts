import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { Glob } from 'bun';
import pino from 'pino';
import { type Problem, type ProblemCode, problemCodes, problemOf } from '../../domain/validation/problemParts.ts';
import { migrateQueues } from '../../drivers/queue/pgBossQueues.ts';
import { makeSandbox } from '../../drivers/sandbox/sandbox.ts';
import { makePostgresSearch } from '../../drivers/search/postgres/postgresEngine.ts';
import { startAuthenticatedApiForFile } from '../helpers/api/callers.ts';
import { expectOk } from '../helpers/api/expectations.ts';
import { startApiForFile, type TestAnswer, type TestBody } from '../helpers/api.ts';
import { startWorkerForFile, stopAfterFile } from '../helpers/bootstrap.ts';
import { testDefinitions } from '../helpers/workerHarness.ts';

setDefaultTimeout(60_000);

/** The codes of problems: those of the texts in the source, and those that clients get. docs/errors.md lists them. */

const api = await startApiForFile();

const log = pino({ level: 'silent' });
const sandbox = makeSandbox({ log, size: 1 });
stopAfterFile(() => sandbox.stop());
await migrateQueues(api.databaseUrl, testDefinitions);
await startWorkerForFile(api.databaseUrl, makePostgresSearch(api.sql), {}, { sandbox, queues: ['script.evaluate'] });

const root = new URL('../../', import.meta.url).pathname;

/** A text of a problem in the source, with its place-holders: `code: "v" is taken by another WorklogType`. */
const literal = /`((?:[^`\\]|\\.)*)`|'((?:[^'\\\n]|\\.)*)'/g;
const isProblem = /^[\w.[\]-]+: ["\w].* .* /;

/** Texts that are no whole problems, or none that a client gets, and those whose cause is another server. */
const otherTexts = [
  /^UUIDv7|^JavaScript|^TAGGED|^InternalError/,
  // The first words are another text.
  /^\w+: 1 (?:1 )?(?:to (?:it|1) by|by hand|is \$)|^1: 1(?: 1 to |\$)|^status: 1,? /,
  // The outcomes of a callback, in a description. Why a message was not sent.
  /^DELIVERED: the receiver|^throttled: its recipient/,
  // Warnings of drawings.
  /^(?:1|filter|clip-path): 1 (?:of a drawing is not supported|is ignored, because|is not valid, and is ignored)/,
  // What a server of a rule has answered.
  /^(?:1|evalNotificationUrl): (?:answered|its name was not resolved|the time was over)/,
];

test('every problem in the source has a code of its own', async () => {
  const without: string[] = [];
  for (const folder of ['domain', 'api/http', 'api/routes', 'drivers', 'workers'])
    for (const path of new Glob(`${folder}/**/*.ts`).scanSync(root)) {
      // No 400 has a warning.
      if (/warnings/i.test(path)) continue;
      const source = (await Bun.file(root + path).text()).replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
      for (const [, template, text] of source.matchAll(literal)) {
        const problem = (template ?? text ?? '').replaceAll(/\$\{[^}]*\}/g, '1');
        if (!isProblem.test(problem) || otherTexts.some((other) => other.test(problem))) continue;
        if (problemOf(problem).code === 'INVALID') without.push(`${path}: ${problem}`);
      }
    }
  expect(without).toEqual([]);
});

type Sample = readonly [method: string, path: string, body?: TestBody, headers?: Record<string, string>];

const filtering = (value: object): string => encodeURIComponent(JSON.stringify(value));
const name = 'N';
const group = { type: 'TEAM', chars: {} };
const template = { inputType: 'HTML', content: 'x' };
const sharing = { ownerType: 'Ticket', ownerId: '1', refType: 'User', refId: '2' };

await expectOk(api.request('POST', '/user-group-types', { code: 'TEAM', name, registry: {} }));
await expectOk(api.request('POST', '/user-types', { code: 'INDIVIDUAL', name, type: 'INDIVIDUAL', registry: {} }));
const parent = await expectOk(api.request('POST', '/user-groups', { ...group, code: 'parent', name }));
await expectOk(api.request('POST', '/user-groups', { ...group, code: 'child', name, parentUserGroupId: parent.id }));
const registry = { color: { enum: ['red', 'a, not b', 5] }, size: { type: 'number', maximum: 3 } };
await expectOk(api.request('POST', '/user-group-types', { code: 'PAINT', name, registry }));
await expectOk(api.request('POST', '/formatter-templates', { ...template, code: 'used' }));
await expectOk(
  api.request('POST', '/notification-rules', { code: 'rule', name, config: { emailTemplateCode: 'used' } }),
);
await expectOk(api.request('POST', '/formatter-templates', { ...template, code: 'listed' }));
await expectOk(
  api.request('POST', '/users', {
    ...{ code: 'u', type: 'INDIVIDUAL', chars: {}, groups: [], roles: [] },
    notificationConfig: { ignoredTemplateCodes: ['listed'], ignoredUserGroups: ['child'] },
  }),
);
const scripts = {
  throws: 'throw new TypeError("bad");',
  endless: 'for (;;) {}',
  hungry: 'const a = []; for (;;) a.push(new Array(100_000).fill(0));',
  nothing: 'return 5;',
};
for (const [code, source] of Object.entries(scripts))
  await expectOk(api.request('POST', '/scripts', { code, name, source, timeoutMs: 500 }));
const stored = await expectOk<{ id: string }>(api.request('POST', '/sharings', sharing));
const type = await expectOk(api.request('POST', '/worklog-types', { code: 'w', name }));
const startDate = '2026-01-01T00:00:00Z';
const job = await expectOk<{ id: string; jobSteps: { id: string }[] }>(
  api.request('POST', '/jobs', {
    ...{ jobType: 'OURS', status: 'NEW', startDate },
    jobSteps: [{ name: 'one', status: 'NEW' }],
  }),
);
const notification = { id: crypto.randomUUID(), ownerType: 'T', ownerId: '1', templateCode: 'listed' };
await api.request('PATCH', '/formatter-templates/listed', { documentType: 'EMAIL' });
await expectOk(
  api.request('POST', '/notifications', { ...notification, notificationTo: [{ email: 'a@example.com' }] }),
);

/** Requests that have a problem of the code. */
const samples: Partial<Record<ProblemCode, readonly Sample[]>> = {
  STALE_VERSION: [['PATCH', '/worklog-types/w', { name, auditInfo: { version: 7 } }]],
  LEASE_LOST: [['POST', '/job-steps/fail', { worker: 'w', steps: [{ id: crypto.randomUUID(), token: 1 }] }]],
  MISMATCH: [['PUT', '/worklog-types/w', { id: crypto.randomUUID(), code: 'w', name }]],
  UNKNOWN_PARAMETER: [['GET', '/worklog-types?sizee=1']],
  UNKNOWN_MEMBER: [
    ['POST', '/worklog-types', { code: 'x', name, nmae: 'x' }],
    ['POST', '/worklog-types/bulk', { operation: 'PATCH', filtering: { fulltext: 'w' }, patch: { nmae: 'x' } }],
    ['POST', '/user-groups', { code: 'x', name, type: 'PAINT', chars: { smell: 1 } }],
    ['GET', `/worklog-types/search/count?filtering=${filtering([{ column: 'nmae', value: 'x' }])}`],
  ],
  REQUIRED: [
    ['POST', '/worklog-types', { code: 'x' }],
    ['POST', '/admin/reindex/completed'],
    ['POST', '/admin/reindex/completed', {}],
  ],
  REPEATED: [
    ['GET', '/worklog-types/search/list?size=1&size=2&filtering=[]'],
    [
      'POST',
      '/sharings/diff/save',
      [1, 2].map(() => ({ diffType: 'DIFF_TYPE_NEW', right: { ...sharing, refId: '3' } })),
    ],
  ],
  CHOICE: [
    ['POST', '/users', { code: 'x', type: 'INDIVIDUAL', chars: {}, groups: [], roles: [], status: 'ON' }],
    ['GET', '/changes?kinds=Usr'],
    ['PUT', `/notifications/${notification.id}/state/SENT`],
    ['GET', `/jobs/${job.id}?expand=STEPS`],
    ['POST', '/user-groups', { code: 'x', name, type: 'PAINT', chars: { color: 'green' } }],
    ['POST', '/user-group-types', { code: 'x', name, registry: { size: { type: 'nmuber' } } }],
  ],
  SCRIPT: ['throws', 'endless', 'hungry', 'nothing'].map((code) => ['POST', `/scripts/${code}/evaluate`, {}]),
  UNSUPPORTED: [['POST', '/formatter-templates', { ...template, content: '<video></video>', code: 'x', strict: true }]],
  SYNTAX: [
    ['POST', '/scripts', { code: 'x', name, source: 'return {' }],
    ['POST', '/worklog-types', '{"code": x}', { 'content-type': 'application/json' }],
    ['POST', '/formatter-templates', { ...template, code: 'x', content: '{{#if a}}' }],
  ],
  RANGE: [
    ['GET', '/worklog-types/search/list?size=0&filtering=[]'],
    ['POST', '/user-groups', { code: 'x', name, type: 'PAINT', chars: { size: 4 } }],
  ],
  TYPE: [
    ['POST', '/worklog-types', { code: 'x', name: 5 }],
    ['GET', '/jobs/abc'],
    ['POST', '/user-groups', { code: 'x', name, type: 'PAINT', chars: { size: 'tall' } }],
  ],
  LENGTH: [['POST', '/worklog-types', { code: '', name }]],
  CHARACTERS: [
    ['POST', '/worklog-types', { code: 'x', name: 'a\u0000' }],
    ['GET', '/worklog-types/%ff'],
  ],
  ORDER: [['POST', '/worklog-types', { code: 'x', name, validityFrom: '2026-01-02', validityTo: '2026-01-01' }]],
  TAKEN: [
    ['POST', '/worklog-types', { id: crypto.randomUUID(), code: 'w', name }],
    ['POST', '/sharings', sharing],
  ],
  CYCLE: [['PATCH', '/user-groups/parent', { parentUserGroupId: parent.id }]],
  NOT_FOUND: [
    ['GET', '/worklog-types/nothing'],
    ['GET', '/nothing'],
    ['GET', '/admin/queues/nothing/dead-letters'],
  ],
  IN_USE: [
    ['DELETE', '/user-group-types/TEAM'],
    ['DELETE', '/formatter-templates/used'],
    ['DELETE', '/formatter-templates/listed'],
    ['DELETE', '/user-groups/child'],
  ],
  RIGHT: [['POST', '/worklog-types', { code: 'x', name }, { origin: 'https://evil.example' }]],
  STATE: [
    ['PATCH', `/job-steps/${job.jobSteps[0]?.id}`, { status: 'COMPLETED' }],
    ['POST', '/jobs', { jobType: 'OURS', status: 'COMPLETED', startDate, jobSteps: [{ name: 'a', status: 'NEW' }] }],
    ['PUT', `/notifications/${notification.id}/state/PLAN`],
  ],
  NOT_ALLOWED: [
    ['GET', '/worklog-types/w/history?version=1&at=2026-01-01'],
    ['POST', '/notification-rules', { code: 'x', name, microserviceCode: 'nothing' }],
  ],
  FORMAT: [['POST', '/user-groups', { ...group, code: 'x', name, email: 'x' }]],
};

const problemsOf = ({ text, status }: TestAnswer): Problem[] =>
  status < 400 ? [] : (JSON.parse(text) as { problems: Problem[] }).problems;

describe('a client gets the code', () => {
  for (const [code, requests] of Object.entries(samples))
    test.each(requests.map((request) => ({ request, what: `${request[0]} ${request[1]}` })))(
      `${code} of $what`,
      async ({ request }) => {
        const answer = await api.request(...request);
        expect([problemsOf(answer).map((problem) => problem.code), answer.text.slice(0, 500)]).toEqual([
          expect.arrayContaining([code]),
          expect.any(String),
        ]);
      },
    );

  test('UNUSABLE of a code that a hidden record has', async () => {
    const { store, callerWith } = await startAuthenticatedApiForFile();
    await store('WorklogType', { code: 'hidden', name });
    const expression = [{ column: 'name', value: 'shown' }];
    const clerk = await callerWith([{ entityName: 'WorklogType', accessRule: 'READ_WRITE', expression }]);
    const answer = await clerk.request('POST', '/worklog-types', { code: 'hidden', name: 'shown' });
    expect(problemsOf(answer)).toMatchObject([{ code: 'UNUSABLE', path: 'code' }]);
  });

  test('of each problem, except of those whose cause is another server', () => {
    const sampled = [...Object.keys(samples), 'UNUSABLE', 'INVALID'];
    expect(sampled.sort()).toEqual([...problemCodes].sort());
  });
});

describe('the allowed values', () => {
  const allowedBy = async (...request: Sample) =>
    problemsOf(await api.request(...request)).map(({ allowed }) => allowed);

  test('are those of the enum of a registry, whatever their texts', async () => {
    const chars = { color: 'green' };
    expect(await allowedBy('POST', '/user-groups', { code: 'x', name, type: 'PAINT', chars })).toEqual([
      ['red', 'a, not b', '5'],
    ]);
    const types = { size: { type: 'nmuber' } };
    const [ofType] = await allowedBy('POST', '/user-group-types', { code: 'x', name, registry: types });
    expect(ofType).toContain('number');
  });

  test('are the kinds of changes, the states by hand, and the queues', async () => {
    expect((await allowedBy('GET', '/changes?kinds=Usr'))[0]).toContain('WorklogType');
    expect(await allowedBy('PUT', `/notifications/${notification.id}/state/SENT`)).toEqual([['CANCELLED', 'PLAN']]);
    expect((await allowedBy('GET', '/admin/queues/nothing/dead-letters'))[0]).toContain('job.plan');
  });
});

test('duplicates name the stored record, or the place in the request', async () => {
  const diff = [{ diffType: 'DIFF_TYPE_NEW', right: sharing }];
  expect(problemsOf(await api.request('POST', '/sharings/diff/save', diff))).toMatchObject([
    { code: 'TAKEN', path: '[0].right.ownerType', message: `the Sharing ${stored.id} has the same members` },
  ]);
  expect(type).toMatchObject({ code: 'w' });
});
