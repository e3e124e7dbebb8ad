import { expect, setDefaultTimeout, test } from 'bun:test';
import { startTcpProxy } from '../../faults/topology/tcpProxy.ts';
import { startApiForFile } from '../../helpers/api.ts';
import { stopAfterFile } from '../../helpers/bootstrap.ts';
import { startProcess } from '../../helpers/processes/process.ts';
import { poll } from '../../helpers/waits/poll.ts';

setDefaultTimeout(120_000);

const { sql, request, databaseUrl } = await startApiForFile();

test('an api whose machine is lost within a transaction does not keep its records locked', async () => {
  const { hostname, port } = new URL(databaseUrl);
  expect(hostname).toBe('127.0.0.1');
  const proxy = await startTcpProxy(Number(port));
  stopAfterFile(() => proxy.stop());
  const proxied = new URL(databaseUrl);
  proxied.port = String(proxy.port);
  const lost = await startProcess('api', { environment: { DATABASE_URL: proxied.href } });
  stopAfterFile(() => lost.kill());
  const job = { jobType: 'EXPORT_OF_A_CLIENT', startDate: new Date().toISOString(), status: 'NEW' };
  const { id: jobId } = (
    await request('POST', '/jobs', { ...job, jobSteps: [{ name: 'only', status: 'NEW' }] })
  ).json();
  const [step] = await sql<{ id: string }[]>`select id from job_step where job_id = ${jobId}`;
  const path = `/job-steps/${step?.id}`;

  const holder = await sql.reserve();
  await holder`begin`;
  await holder`select 1 from job_step where job_id = ${jobId} for update`;
  fetch(`${lost.url}/api/v2${path}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'IN_PROGRESS' }),
  }).catch(() => {});
  const states = (where: ReturnType<typeof sql>) => sql<{ pid: number }[]>`
    select pid from pg_stat_activity where datname = current_database() and ${where}`;
  const waiting = await poll(
    'the lost api to wait for the record',
    async () => (await states(sql`wait_event_type = 'Lock'`))[0],
  );
  proxy.lose();
  await lost.kill();
  await holder`commit`;
  holder.release();
  await poll(
    'the transaction of the lost api to hold the record',
    async () => (await states(sql`pid = ${waiting.pid} and state = 'idle in transaction'`))[0],
  );

  expect((await request('PATCH', path, { status: 'IN_PROGRESS' })).status).toBe(200);
  const other = await sql`select 1 from pg_stat_activity where pid = ${waiting.pid}`;
  expect(other.length).toBe(0);
});
