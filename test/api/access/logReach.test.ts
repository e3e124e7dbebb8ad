import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { indexesOf } from '../../../db/queries/search/searchIndexes.ts';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { log as logKind } from '../../../domain/kinds/processing/log.ts';
import { deleteLogs } from '../../../workers/handlers/deleteLogs.ts';
import type { PlannedStep, StepContext } from '../../../workers/runtime/handler.ts';
import { jobOf } from '../../../workers/runtime/steps.ts';
import { startAuthenticatedApiForFile } from '../../helpers/api/callers.ts';
import { saidBy } from '../../helpers/api/importRequests.ts';
import { sampleLog, storeLog } from '../../helpers/api/logRequests.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

const api = await startAuthenticatedApiForFile({ requireLogTypes: true });
const { administrator, store } = api;

for (const code of ['CRM_CALL', 'SECRET']) await store('LogType', { code, name: code });
const asAdministrator = { authorization: `Bearer ${administrator.key}` };
async function log(module: string, more: JsonObject = {}) {
  const stored = await storeLog(api, { module, ...more }, asAdministrator);
  const { search, sql } = api.services;
  await search.sync(logKind, [stored.id], () => indexesOf(sql, search.name, logKind.name), { refresh: true });
  return stored;
}

/** Logs of the module `open` may be written, those of `shown` may be read; others are hidden. */
const clerk = await api.callerWith([
  { entityName: 'Log', accessRule: 'READ', expression: [{ column: 'module', operator: 'IN', value: 'open,shown' }] },
  { entityName: 'Log', accessRule: 'READ_WRITE', expression: [{ column: 'module', value: 'open' }] },
  { entityName: 'LogType', accessRule: 'READ', expression: [{ column: 'code', value: 'CRM_CALL' }] },
]);
const open = await log('open');
const shown = await log('shown');
const hidden = await log('secret');
const clientId = crypto.randomUUID();
await log('secret', { id: clientId });
const typed = await log('open', { logTypeCode: 'SECRET', ownerId: 'T-2' });
const unknownId = '00000000-0000-4000-8000-000000000000';
const everyLog = `/logs/search/list?filtering=${encodeURIComponent('[]')}`;
const idsAt = async (path: string) =>
  (await clerk.request('GET', path))
    .json<{ id: string }[]>()
    .map(({ id }) => id)
    .toSorted();
const values = (module: string, more: JsonObject = {}) => sampleLog({ module, ...more });

/** Two requests that differ in an id only have the same answer but for the id. */
async function expectAlike(method: string, one: string, other: string, body?: (id: string) => JsonObject) {
  const answerFor = async (id: string) => {
    const path = body && method === 'POST' ? '/logs' : `/logs/${id}`;
    return saidBy(await clerk.request(method, path, body?.(id))).replaceAll(id, 'ID');
  };
  expect(await answerFor(one)).toBe(await answerFor(other));
}

describe('reads', () => {
  test('return logs in reach alone', async () => {
    for (const { id } of [open, shown])
      expect((await clerk.request('GET', `/logs/${id}`)).json()).toMatchObject({ id });
    for (const id of [hidden.id, clientId]) await expectAlike('GET', id, unknownId);
    expect(await idsAt('/logs/by-owner/Ticket/T-1')).toEqual([open.id, shown.id].toSorted());
    expect(await idsAt(everyLog)).toEqual([open.id, shown.id, typed.id].toSorted());
  });
});

test('a search does not read the table because many new logs wait to be indexed', async () => {
  const before = saidBy(await clerk.request('GET', everyLog));
  const created = Array.from({ length: 1_100 }, () =>
    storeLog(api, { module: 'open', ownerId: 'new' }, asAdministrator),
  );
  await Promise.all(created);
  expect(saidBy(await clerk.request('GET', everyLog))).toBe(before);
});

test('a search finds no log that has left the reach and waits to be indexed', async () => {
  const { id } = await log('open', { ownerId: 'leaves' });
  expect(await idsAt(everyLog)).toContain(id);
  const answer = await administrator.request('PUT', `/logs/${id}`, values('secret', { ownerId: 'leaves' }));
  expect(answer.status).toBe(200);
  expect(await idsAt(everyLog)).not.toContain(id);
});

describe('writes', () => {
  test('need the old and the new state in reach', async () => {
    expect((await clerk.request('POST', '/logs', values('shown'))).status).toBe(403);
    expect((await clerk.request('PUT', `/logs/${shown.id}`, values('open'))).status).toBe(403);
    expect((await clerk.request('PUT', `/logs/${open.id}`, values('secret'))).status).toBe(403);
    const answer = await clerk.request('PUT', `/logs/${open.id}`, values('open', { resultCode: '1' }));
    expect([answer.status, answer.json<JsonObject>().auditInfo]).toMatchObject([200, { whoEdited: clerk.code }]);
  });

  test('of a hidden log are like those of a missing one', async () => {
    for (const id of [hidden.id, clientId]) {
      await expectAlike('PUT', id, unknownId, () => values('open'));
      for (const more of [{}, { auditInfo: { version: 1 } }]) {
        const answer = await clerk.request('POST', '/logs', values('open', { id, ...more }));
        expect([answer.status, answer.errors]).toEqual([400, ['id: cannot be used']]);
      }
    }
    const taken = await clerk.request('POST', '/logs', values('open', { id: shown.id }));
    expect(taken.errors).toEqual([`id: ${shown.id} is taken by another Log`]);
  });

  test('refer to no hidden LogType, unless the log has it already', async () => {
    const create = async (logTypeCode: string) =>
      saidBy(await clerk.request('POST', '/logs', values('open', { logTypeCode }))).replaceAll(logTypeCode, 'CODE');
    expect(await create('SECRET')).toBe(await create('NONE'));
    const [type] = await api.sql<{ id: string }[]>`select id from log_type where code = 'SECRET'`;
    const { logTypeCode: _, ...untyped } = values('open');
    const byId = async (id: string) =>
      saidBy(await clerk.request('POST', '/logs', { ...untyped, logType: { id } })).replaceAll(id, 'ID');
    expect(await byId(String(type?.id))).toBe(await byId(unknownId));
    const unchanged = values('open', { logTypeCode: 'SECRET', ownerId: 'T-2', resultCode: '2' });
    const answer = await clerk.request('PUT', `/logs/${typed.id}`, unchanged);
    expect(answer.json<JsonObject>()).toMatchObject({ resultCode: '2', logType: { id: type?.id, code: 'SECRET' } });
  });

  test('about actions of operators are made whatever logs they may write', async () => {
    const operator = await api.callerWith([{ entityName: 'Admin', accessRule: 'READ_WRITE' }]);
    expect((await operator.request('POST', '/admin/broker/dead-letter-queues')).status).toBe(200);
    const [row] = await api.sql`select audit from log where log_type_code = 'OPERATOR_ACTION'`;
    expect(JSON.parse(row?.audit)).toMatchObject({ whoInserted: operator.code });
  });
});

describe('a deletion', () => {
  const remove = (ownerId: string) => clerk.request('DELETE', `/logs/CRM_CALL/2026-12-31/Ticket/${ownerId}`);
  const left = async (ownerId: string) =>
    (await api.sql`select doc from log where owner_id = ${ownerId}`)
      .map(({ doc }) => JSON.parse(doc).module)
      .toSorted();

  test('removes the logs that the caller may write, and leaves the others', async () => {
    const ownerId = 'delete some';
    for (const module of ['open', 'shown', 'secret', 'open']) await log(module, { ownerId });
    const answer = await remove(ownerId);
    expect([answer.status, answer.text, answer.headers.get('x-job-id')]).toEqual([200, '', null]);
    expect(await left(ownerId)).toEqual(['secret', 'shown']);
    expect(saidBy(await remove(ownerId))).toBe(saidBy(await remove('nobody')));
  });

  describe('as a Job', () => {
    const ownerId = 'delete many';
    const signal = new AbortController().signal;
    const context = { services: api.services, caller: { user: 'worker', requestId: 'r', traceId: 't' }, signal };
    const readJob = async (id: string) => {
      const found = await jobOf(api.sql, id);
      if (!found) throw new Error(`no Job ${id}`);
      return found.job;
    };
    const plan = async (id: string) =>
      (await Array.fromAsync(deleteLogs.plan(await readJob(id), context as StepContext))).flat();
    const run = async (id: string, { name, chunk = [], stepData = {} }: PlannedStep) => {
      const step = { id: name, name, attempt: 1, chunk, stepData, job: await readJob(id) };
      return (await deleteLogs.run(step, context as StepContext))?.processingInfo?.deleted;
    };
    const copies = async (id: string) => {
      await api.sql`
        insert into log (id, month, version, incarnation, index_version, owner_type, owner_id, log_type_code, start_date, doc, audit, search)
        select gen_random_uuid(), month, version, incarnation, index_version, owner_type, owner_id, log_type_code,
          start_date - make_interval(secs => n), doc, audit, search
        from log, generate_series(1, 10001) n where id = ${id}`;
    };

    test('is planned and done by the rights that its client has then', async () => {
      const first = await log('open', { ownerId });
      await copies(first.id);
      for (const module of ['shown', 'secret']) await log(module, { ownerId, startDate: '2026-11-19' });
      const jobId = String((await remove(ownerId)).headers.get('x-job-id'));
      expect((await readJob(jobId)).holder).toEqual({ userId: clerk.userId });
      const steps = await plan(jobId);
      expect(steps.map(({ stepData }) => stepData?.count)).toEqual([5_000, 5_000, 2]);
      const [one, two, three] = steps as [PlannedStep, PlannedStep, PlannedStep];
      expect(await run(jobId, one)).toBe(5_000);
      const [, writing] = clerk.ruleIds;
      const setRule = (change: JsonObject) => administrator.request('PATCH', `/access-rules/${writing}`, change);
      expect((await setRule({ accessRule: 'READ' })).status).toBe(200);
      expect(await run(jobId, two)).toBe(0);
      expect(await plan(jobId)).toEqual([]);
      expect((await setRule({ accessRule: 'READ_WRITE' })).status).toBe(200);
      expect(await run(jobId, two)).toBe(5_000);
      await administrator.request('PATCH', `/users/${clerk.userId}`, { status: 'DISABLE' });
      const stopped = `The work has stopped: the user "${clerk.code}" that started it is disabled or not valid now.`;
      await expect(run(jobId, three)).rejects.toThrow(stopped);
      await administrator.request('PATCH', `/users/${clerk.userId}`, { status: 'ENABLE' });
      expect(await run(jobId, three)).toBe(2);
      expect(await left(ownerId)).toEqual(['secret', 'shown']);
    });

    test('has no more rights than the scopes of the key that started it', async () => {
      const logs = { entityName: 'Log', accessRule: 'READ_WRITE', fullAccess: true } as const;
      const scoped = await api.callerWith([logs], { scopes: [{ entityName: 'Log', accessRule: 'READ_WRITE' }] });
      const { id } = await log('open', { ownerId: 'scoped' });
      await copies(id);
      const answer = await scoped.request('DELETE', '/logs/CRM_CALL/2026-12-31/Ticket/scoped');
      const job = await readJob(String(answer.headers.get('x-job-id')));
      expect(job.holder?.scopes).toEqual([{ entityName: 'Log', accessRule: 'READ_WRITE' }]);
    });
  });
});

test('a change of hidden logs changes no byte of an answer', async () => {
  const answers = async () => {
    const texts: string[] = [];
    for (const path of [everyLog, '/logs/by-owner/Ticket/T-1', `/logs/${hidden.id}`, `/logs/${clientId}`])
      texts.push(saidBy(await clerk.request('GET', path)));
    texts.push(saidBy(await clerk.request('PUT', `/logs/${hidden.id}`, values('open'))));
    texts.push(saidBy(await clerk.request('POST', '/logs', values('open', { id: clientId }))));
    return texts;
  };
  const before = await answers();
  const change = values('secret', { resultCode: '9' });
  expect((await administrator.request('PUT', `/logs/${hidden.id}`, change)).status).toBe(200);
  await log('secret');
  await log('other');
  expect(await answers()).toEqual(before);
});
