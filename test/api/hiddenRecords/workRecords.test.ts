import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import { indexesOf } from '../../../db/queries/search/searchIndexes.ts';
import { kindNamed } from '../../../domain/kinds/index.ts';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { type AuthenticatedApi, startAuthenticatedApiForFile, type TestCaller } from '../../helpers/api/callers.ts';
import { expectOk } from '../../helpers/api/expectations.ts';
import { sampleLog } from '../../helpers/api/logRequests.ts';
import { sampleNotification, storeTemplatesAndRules } from '../../helpers/api/notificationRequests.ts';
import type { TestAnswer } from '../../helpers/api.ts';
import { comparable } from '../../helpers/hiddenRecords/comparable.ts';
import { idOf } from '../../helpers/hiddenRecords/worlds.ts';
import { elasticsearchEngine, postgresEngine } from '../../helpers/servers/searchEngines.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(300_000);

/**
 * No byte of any answer about logs, Jobs, steps and notifications depends on those that the caller cannot read, in both
 * search engines: two services have the same visible records and other hidden ones.
 */

/** Raised for a long run: NONINTERFERENCE_RUNS=1000. */
const RUNS = Number(process.env['NONINTERFERENCE_RUNS'] ?? 2);

const titles = ['alpha', 'beta', 'gamma'] as const;
const title = fc.constantFrom(...titles);

/** A record in both databases; a hidden one may be in one of them only, or wait there to be indexed. */
const slot = fc.record({
  visible: fc.boolean(),
  titles: fc.tuple(title, fc.option(title, { nil: undefined })),
  indexed: fc.tuple(fc.boolean(), fc.boolean()),
});
type Slot = typeof slot extends fc.Arbitrary<infer One> ? One : never;

const workKinds = ['Log', 'Job', 'JobStep', 'Notification'] as const;
type WorkKind = (typeof workKinds)[number];
const paths = { Log: '/logs', Job: '/jobs', JobStep: '/job-steps', Notification: '/notifications' } as const;
/** The member that rules compare, and the one that has the title. */
const members: Readonly<Record<WorkKind, readonly [reach: string, title: string]>> = {
  Log: ['module', 'ownerId'],
  Job: ['jobType', 'data.title'],
  JobStep: ['name', 'log'],
  Notification: ['ownerType', 'ownerId'],
};

const startDate = '2026-11-20T08:00:00.000Z';

/** Returns the bodies that store a record of a kind, in the order of their paths. */
function recordOf(kind: WorkKind, id: string, reach: string, text: string): readonly [path: string, body: JsonObject] {
  switch (kind) {
    case 'Log':
      return ['/logs', sampleLog({ id, module: reach, ownerId: text })];
    case 'Job':
      return ['/jobs', { id, jobType: reach, startDate, status: 'NEW', data: { title: text } }];
    case 'JobStep':
      return [
        '/job-steps',
        { id, name: reach, log: text, status: 'NEW', jobId: idOf('the job'), chunkId: id, chunk: [id] },
      ];
    case 'Notification':
      return ['/notifications', sampleNotification({ id, ownerType: reach, ownerId: text, data: { what: text } })];
  }
}

type Filter = (kind: WorkKind, name: string) => JsonObject;

const filter = fc.constantFrom<Filter>(
  (kind, name) => ({ column: members[kind][0], operator: 'LIKE', value: `${name}-%` }),
  (kind, name) => ({ column: members[kind][0], operator: 'NE', value: `${name}-open` }),
  (kind) => ({ column: members[kind][1], value: 'alpha' }),
  (kind) => ({ column: members[kind][1], operator: 'NE', value: 'beta' }),
  () => ({ column: 'auditInfo.version', operator: 'GE', value: '1' }),
  () => ({ column: 'id', operator: 'IS_NOT_NULL' }),
);

/** An answer without the ids that the service has generated; those of the test are of version 4. */
function known(answer: TestAnswer): unknown {
  const generated = /[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}/g;
  const { text, ...rest } = comparable(answer);
  return { ...rest, text: text.replaceAll(generated, 'GENERATED') };
}

const operations = ['get', 'page', 'list', 'count', 'ofOwner', 'ofParent', 'explain', 'check', 'refusedWrite'] as const;

const call = fc.record({
  kind: fc.constantFrom(...workKinds),
  operation: fc.constantFrom(...operations),
  place: fc.nat(4),
  title,
  filters: fc.array(filter, { maxLength: 2 }),
  sort: fc.constantFrom('id', 'auditInfo.version'),
  window: fc.record({ page: fc.nat(1), size: fc.constantFrom(1, 2, 20) }),
});
type Call = typeof call extends fc.Arbitrary<infer One> ? One : never;

/** Calls of every operation for three records of every kind, without filters. */
const plainCalls: readonly Call[] = operations.flatMap((operation) =>
  workKinds.flatMap((kind) =>
    titles.map((ofPlace, place) => ({
      ...{ kind, operation, place, title: ofPlace, filters: [] },
      ...{ sort: 'id' as const, window: { page: 0, size: 20 } },
    })),
  ),
);

function answerOf(
  caller: TestCaller,
  name: string,
  { kind, operation, place, filters, sort, window, title: text }: Call,
) {
  const path = paths[kind];
  const id = idOf(`${name} ${kind} ${place}`);
  const filtering = (more: object = {}) =>
    encodeURIComponent(
      JSON.stringify({
        filters: filters.map((of) => of(kind, name)),
        sort: [{ column: sort }, { column: 'id' }],
        ...more,
      }),
    );
  const owner = `${name}-${place % 2 === 0 ? 'open' : 'secret'}`;
  switch (operation) {
    case 'get':
      return caller.request('GET', `${path}/${id}`);
    case 'page':
      return caller.request('GET', `${path}/search/page?filtering=${filtering(window)}`);
    case 'list':
      return caller.request('GET', `${path}/search/list?filtering=${filtering({ size: window.size })}`);
    case 'count':
      return caller.request('GET', `${path}/search/count?filtering=${filtering()}`);
    case 'ofOwner':
      return kind === 'Notification'
        ? caller.request('POST', `/notifications/by-owners/${owner}`, [...titles])
        : caller.request('GET', `/logs/by-owner/Ticket/${text}`);
    case 'ofParent':
      return kind === 'Notification'
        ? caller.request('GET', `/notifications/${id}/related-entities/Site`)
        : kind === 'JobStep'
          ? caller.request('GET', `/job-steps/by-chunk/${id}/${owner}`)
          : caller.request('GET', `/jobs/${kind === 'Job' ? id : idOf('the job')}?expand=JOB_STEPS`);
    case 'explain':
      return caller.request('GET', `/access/explain?kind=${kind}&id=${id}`);
    case 'check':
      return caller.request('POST', '/access/check', [
        { kind, id },
        { kind, id, right: 'READ_WRITE' },
      ]);
    case 'refusedWrite':
      return kind === 'Notification'
        ? caller.request('PUT', `/notifications/${id}/state/CANCELLED`)
        : kind === 'Job'
          ? caller.request('POST', `/jobs/${id}/cancel`)
          : caller.request('PUT', `${path}/${id}`, recordOf(kind, id, owner, text)[1]);
  }
}

type World = Readonly<Record<WorkKind, readonly Slot[]>>;

/** Stores the records of one database, indexes most of them, and returns their caller. */
async function prepare(api: AuthenticatedApi, name: string, world: World, side: 0 | 1): Promise<TestCaller> {
  for (const kind of workKinds) {
    const indexed: string[] = [];
    for (const [
      place,
      {
        visible,
        titles: [first, second],
        indexed: isIndexed,
      },
    ] of world[kind].entries()) {
      const text = visible || side === 0 ? first : second;
      if (text === undefined) continue;
      const id = idOf(`${name} ${kind} ${place}`);
      const [path, body] = recordOf(kind, id, `${name}-${visible ? 'open' : 'secret'}`, text);
      // Otherwise each request gets a correlation id of its own, which the record contains.
      await expectOk(api.administrator.request('POST', path, body, { 'x-correlation-id': id }));
      if (visible || isIndexed[side]) indexed.push(id);
    }
    const { search, sql } = api.services;
    const declared = kindNamed(kind);
    if (declared) await search.sync(declared, indexed, () => indexesOf(sql, search.name, kind), { refresh: true });
    for (const id of indexed) await sql`delete from outbox where queue = 'index.sync' and position(${id} in data) > 0`;
  }
  const rules = workKinds.map((entityName) => {
    const expression = [{ column: members[entityName][0], value: `${name}-open` }];
    return { entityName, accessRule: 'READ', expression } as const;
  });
  // A step may be visible while its Job is not, and the other way round.
  const never = (entityName: WorkKind) =>
    ({ entityName, accessRule: 'READ_WRITE', expression: [{ column: 'id', value: idOf('nothing') }] }) as const;
  return api.callerWith([...rules, ...workKinds.map(never)], { code: name });
}

const world: fc.Arbitrary<World> = fc.record({
  Log: fc.array(slot, { minLength: 2, maxLength: 5 }),
  Job: fc.array(slot, { minLength: 2, maxLength: 4 }),
  JobStep: fc.array(slot, { minLength: 2, maxLength: 4 }),
  Notification: fc.array(slot, { minLength: 2, maxLength: 4 }),
});

for (const { name: engine, missing, make } of [postgresEngine, await elasticsearchEngine()]) {
  describe.skipIf(missing !== undefined)(`answers about work in ${engine}${missing ? ` (${missing})` : ''}`, () => {
    test('do not depend on hidden records', async () => {
      const apis = [
        await startAuthenticatedApiForFile({ search: make }),
        await startAuthenticatedApiForFile({ search: make }),
      ] as const;
      for (const api of apis) {
        await storeTemplatesAndRules({ ...api, request: api.administrator.request });
        const job = { id: idOf('the job'), jobType: 'HIDDEN', startDate, status: 'NEW' };
        await expectOk(api.administrator.request('POST', '/jobs', job));
      }
      const answered = new Set<string>();
      let number = 0;
      const property = fc.asyncProperty(
        world,
        fc.array(call, { minLength: 30, maxLength: 40 }),
        async (generated, calls) => {
          const name = `p${++number}`;
          const callers = [
            await prepare(apis[0], name, generated, 0),
            await prepare(apis[1], name, generated, 1),
          ] as const;
          for (const one of [...calls, ...plainCalls]) {
            const [first, second] = await Promise.all(callers.map((caller) => answerOf(caller, name, one)));
            if (!first || !second) throw new Error('no answer');
            if (first.status === 200) answered.add(one.operation);
            const context = { ...one, filters: one.filters.map((of) => of(one.kind, name)) };
            expect({ context, answer: known(second) }).toEqual({ context, answer: known(first) });
          }
        },
      );
      await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
      // Otherwise the property holds because nothing is answered.
      expect([...operations].filter((one) => !answered.has(one))).toEqual(['refusedWrite']);
    });
  });
}
