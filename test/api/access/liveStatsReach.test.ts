import { expect, setDefaultTimeout, test } from 'bun:test';
import { makeApi } from '../../../api/http/server.ts';
import { metricsRoutes } from '../../../api/routes/metrics.ts';
import { makeLiveStats } from '../../../domain/monitoring/liveStats.ts';
import { migrateQueues } from '../../../drivers/queue/pgBossQueues.ts';
import { startAuthenticatedApiForFile } from '../../helpers/api/callers.ts';
import { stopAfterFile } from '../../helpers/bootstrap.ts';
import { testDefinitions } from '../../helpers/workerHarness.ts';

setDefaultTimeout(60_000);

const api = await startAuthenticatedApiForFile();
const { administrator, services } = api;
await migrateQueues(api.databaseUrl, testDefinitions);
const liveStats = makeLiveStats(services, async () => ({}));
const routes = metricsRoutes(undefined, liveStats);
const metrics = makeApi(services, { host: '127.0.0.1', port: 0, maxBody: 1_024, routes, authenticates: true });
await metrics.start();
stopAfterFile(() => metrics.stop());
stopAfterFile(() => liveStats.stop());

test('live statistics include only the running jobs that the caller may read', async () => {
  for (const jobType of ['SHOWN', 'HIDDEN']) {
    const jobSteps = [{ name: 'one', status: 'IN_PROGRESS' }];
    const body = { jobType, startDate: '2026-11-20T08:00:00.000Z', status: 'NEW', jobSteps };
    expect((await administrator.request('POST', '/jobs', body)).status).toBe(200);
  }
  const readsMetrics = { entityName: 'Metrics', accessRule: 'READ', fullAccess: true } as const;
  const expression = [{ column: 'jobType', value: 'SHOWN' }];
  const jobTypes = async (key: string): Promise<string[]> => {
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${metrics.url}/metrics/live`, { headers });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const text = new TextDecoder().decode((await reader.read()).value);
    await reader.cancel();
    return [...text.matchAll(/"jobType":"(\w+)"/g)].map(([, jobType]) => String(jobType)).sort();
  };
  const reader = await api.callerWith([readsMetrics, { entityName: 'Job', accessRule: 'READ', expression }]);
  const operator = await api.callerWith([readsMetrics]);
  expect(await jobTypes(administrator.key)).toEqual(['HIDDEN', 'SHOWN']);
  expect(await jobTypes(reader.key)).toEqual(['SHOWN']);
  expect(await jobTypes(operator.key)).toEqual([]);
});
