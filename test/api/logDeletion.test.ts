import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import { deleteLogs } from '../../workers/handlers/deleteLogs.ts';
import type { PlannedStep, StepContext } from '../../workers/runtime/handler.ts';
import { storeLog } from '../helpers/api/logRequests.ts';
import { startApiForFile } from '../helpers/api.ts';

setDefaultTimeout(60_000);

const api = await startApiForFile();

describe('DELETE', () => {
  const remove = (code: string, olderThan: string, ownerType: string, ownerId: string) =>
    api.request('DELETE', `/logs/${[code, olderThan, ownerType, ownerId].map(encodeURIComponent).join('/')}`);

  test('takes the owner’s logs of the type that began before the date, and tells the index', async () => {
    const ownerId = 'delete me';
    const id = crypto.randomUUID();
    const deleted = [await storeLog(api, { ownerId }), await storeLog(api, { ownerId, id, startDate: '2026-11-01' })];
    const stay = [
      await storeLog(api, { ownerId, startDate: '2026-11-20T08:00:01Z' }),
      await storeLog(api, { ownerId, logTypeCode: 'OTHER' }),
      await storeLog(api, { ownerId, ownerType: 'Order' }),
      await storeLog(api, { ownerId: 'another' }),
    ];
    const answer = await remove('CRM_CALL', '2026-11-20T09:00:00.500+01:00', 'Ticket', ownerId);
    expect([answer.status, answer.text, answer.headers.get('x-job-id')]).toEqual([200, '', null]);
    for (const log of deleted) expect((await api.request('GET', `/logs/${log.id}`)).status).toBe(404);
    for (const log of stay) expect((await api.request('GET', `/logs/${log.id}`)).status).toBe(200);
    const rows = await api.sql`select data from outbox where data like ${`%${deleted[0]?.id}%`}`;
    expect(rows.map(({ data }) => JSON.parse(data).ids.sort())).toContainEqual(deleted.map((log) => log.id).sort());
    await storeLog(api, { id });
  });

  test('nothing that matches is no error; a bad date is', async () => {
    expect((await remove('NOBODY', '2026-11-20', 'Ticket', 'nobody')).status).toBe(200);
    expect((await remove('NOBODY', '2026-11-20', 'Ticket', '\u0000')).status).toBe(200);
    const { status, errors } = await remove('CRM_CALL', '2026-13-01', 'Ticket', 'T-1');
    expect([status, errors]).toEqual([
      400,
      ['olderThan: must be an ISO 8601 date-time with an offset or yyyy-MM-dd, not "2026-13-01"'],
    ]);
  });

  test('more than a call deletes become the stretches of a Job, which leaves what came later', async () => {
    const ownerId = 'many';
    const first = await storeLog(api, { ownerId });
    await api.sql`
      insert into log (id, month, version, incarnation, index_version, owner_type, owner_id, log_type_code, start_date, doc, audit, search)
      select gen_random_uuid(), month, version, incarnation, index_version, owner_type, owner_id, log_type_code,
        start_date - make_interval(secs => n / 7), doc, audit, search
      from log, generate_series(1, 12000) n where id = ${first.id}`;
    const answer = await remove('CRM_CALL', '2026-11-21', 'Ticket', ownerId);
    const jobId = answer.headers.get('x-job-id') as string;
    expect([answer.status, answer.text]).toEqual([200, '']);
    const [row] = await api.sql`select doc from job where id = ${jobId}`;
    const job = { id: jobId, jobType: 'DELETE_LOGS', data: JSON.parse(row?.doc).data as JsonObject };
    const newer = await storeLog(api, { ownerId });

    const caller = { user: 'worker', requestId: 'r', traceId: 't' };
    const context = { services: api.services, caller, signal: new AbortController().signal } as StepContext;
    const planned: PlannedStep[] = [];
    for await (const batch of deleteLogs.plan(job, context)) planned.push(...batch);
    expect(planned.map(({ stepData }) => stepData?.count)).toEqual([5_000, 5_000, 2_001]);
    const run = async ({ name, chunk = [], stepData = {} }: PlannedStep) => {
      const result = await deleteLogs.run({ id: name, name, attempt: 1, chunk, stepData, job }, context);
      return result?.processingInfo?.deleted;
    };
    expect(await run(planned[1] as PlannedStep)).toBe(5_000);
    expect(await run(planned[1] as PlannedStep)).toBe(0);
    expect(await run(planned[0] as PlannedStep)).toBe(5_000);
    expect(await run(planned[2] as PlannedStep)).toBe(2_001);
    const rest = await api.request('GET', `/logs/by-owner/Ticket/${ownerId}`);
    expect(rest.json<{ id: string }[]>().map(({ id }) => id)).toEqual([newer.id]);
    const jobs = await api.sql<{ ids: number }[]>`
      select json_array_length(data::json -> 'ids') as ids from outbox where data::json ->> 'kind' = 'Log'`;
    expect(Math.max(...jobs.map(({ ids }) => ids))).toBe(500);
  });
});
