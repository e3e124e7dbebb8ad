import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { startAuthenticatedApiForFile } from '../../helpers/api/callers.ts';
import { addPlannedSteps } from '../../helpers/api/jobRequests.ts';

setDefaultTimeout(60_000);

const api = await startAuthenticatedApiForFile();
const jobs = { entityName: 'Job', fullAccess: true };
const steps = { entityName: 'JobStep', fullAccess: true };
const planner = await api.callerWith([jobs, steps]);
const generator = await api.callerWith([jobs, steps, { entityName: 'DocumentRun', fullAccess: true }]);
const operator = await api.callerWith([jobs, steps, { entityName: 'Admin', fullAccess: true }]);

const job = (jobType: string, more: JsonObject = {}): JsonObject => ({
  jobType,
  status: 'NEW',
  startDate: '2026-11-22T08:00:00.000Z',
  ...more,
});
const deletion = job('DELETE_LOGS', { data: { code: 'A', olderThan: '2026-01-01', ownerType: 'T', ownerId: '1' } });

describe('a caller with the rights to Jobs alone', () => {
  test('cannot start work of the service', async () => {
    for (const body of [job('REINDEX'), job('BROKER_SETUP'), job('DIRECTORY_SYNC', { data: { dryRun: true } })])
      expect((await planner.request('POST', '/jobs', body)).status, String(body.jobType)).toBe(403);
    const rejected = await planner.request('POST', '/jobs', deletion);
    expect(rejected.status).toBe(403);
    expect(rejected.errors).toEqual(['jobType: DELETE_LOGS needs READ_WRITE of Admin']);
    expect((await generator.request('POST', '/jobs', deletion)).status).toBe(403);
  });

  test('cannot give work to such a Job of somebody else', async () => {
    const started = (await operator.request('POST', '/jobs', deletion)).json<JsonObject & { id: string }>();
    const added = await planner.request('POST', '/job-steps', { jobId: started.id, name: 'mine', status: 'NEW' });
    expect(added.status).toBe(403);
    const [id] = await addPlannedSteps(api.sql, started.id, ['s']);
    const step = (await operator.request('GET', `/job-steps/${id}`)).json<JsonObject>();
    const changed = await planner.request('PATCH', `/job-steps/${id}`, { stepData: { from: null } });
    expect(changed.status).toBe(403);
    const replaced = await planner.request('PUT', `/job-steps/${id}`, { ...step, stepData: {} });
    expect(replaced.status).toBe(403);
    expect((await operator.request('GET', `/job-steps/${id}`)).json<JsonObject>()).toEqual(step);
  });

  test('runs Jobs of its own types', async () => {
    const own = await planner.request('POST', '/jobs', job('BY_HAND', { jobSteps: [{ name: 's', status: 'NEW' }] }));
    expect(own.status, own.text).toBe(200);
    const [step] = own.json<JsonObject>().jobSteps as unknown as JsonObject[];
    expect((await planner.request('PATCH', `/job-steps/${step?.id}`, { status: 'IN_PROGRESS' })).status).toBe(200);
  });
});

test('a caller with the right to Admin starts work of the service', async () => {
  expect((await operator.request('POST', '/jobs', deletion)).status).toBe(200);
  expect((await operator.request('POST', '/admin/broker/dead-letter-queues')).status).toBe(200);
});
