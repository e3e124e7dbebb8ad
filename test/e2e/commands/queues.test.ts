import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { makeFolderForFile, startServiceForFile } from '../../helpers/bootstrap.ts';
import { makeTestDatabase } from '../../helpers/database.ts';
import { makeCommandLine } from '../../helpers/processes/commandLine.ts';
import { poll } from '../../helpers/waits/poll.ts';

setDefaultTimeout(240_000);

const folder = makeFolderForFile();
const database = await makeTestDatabase();
afterAll(() => database.drop());
const service = await startServiceForFile({
  DATABASE_URL: database.url,
  DATA_DIR: join(folder, 'data'),
  SAMPLE_DATA: 'false',
  WORKERS: '1',
  PORT: '0',
});

const commandLine = makeCommandLine(folder, { WAYBILL_URL: service.url });
const run = (...words: string[]) => commandLine(words, { environment: {}, input: '' });

test('waybill lists queue jobs, and discards dead letters by id, by reason, or all', async () => {
  for (const reason of ['away', 'refused', 'refused again'])
    await database.sql`
      insert into pgboss.job (name, data, source_output)
      values ('step.directory.dead', '{}', ${database.sql.json({ message: reason })})`;
  await database.sql`
    insert into pgboss.job (name, data, start_after) values ('step.directory', '{}', now() + interval '1 day')`;
  const left = async (): Promise<string> =>
    (await run('dead-letters', 'list', 'step.directory', '--jq', '.[].reason')).out;
  const discard = ['dead-letters', 'discard', 'step.directory', '--yes'];
  const discarded = '1 dead letter of step.directory was discarded.\n';
  expect((await run('queues', 'jobs', 'step.directory', '--jq', '.[].state')).out).toBe('SCHEDULED\n');
  const unreachable = ['dead-letters', 'list', 'step.directory', '--reason', 'AWAY', '--jq', '.[].id'];
  expect((await run(...discard, (await run(...unreachable)).out.trim())).out).toBe(discarded);
  expect((await run(...discard, '--reason', '')).code).toBe(2);
  expect((await run(...discard, '--all', '--reason', 'refused')).code).toBe(2);
  expect((await run('dead-letters', 'discard', 'step.directory', '--all')).code).toBe(2);
  expect((await run(...discard, '--reason', 'again')).out).toBe(discarded);
  expect(await left()).toBe('refused\n');
  expect((await run(...discard, '--all')).out).toBe(discarded);
  expect(await left()).toBe('');
});

test('waybill lists the workers of clients by their claims', async () => {
  const startDate = new Date().toISOString();
  const jobSteps = ['north', 'south'].map((name) => ({ name, status: 'NEW' }));
  await service.send('POST', '/api/v2/jobs', { jobType: 'HARBOUR_TOUR', status: 'NEW', startDate, jobSteps });
  expect((await run('workers', '--http', '--json')).out).toBe('[]\n');
  const claim = { jobTypes: ['HARBOUR_TOUR'], worker: 'boat-1', max: 2, leaseSeconds: 600 };
  await service.send('POST', '/api/v2/job-steps/claim', claim);
  expect((await run('workers', '--http')).out).toMatch(/boat-1 +HARBOUR_TOUR +2 +\d/);
});

test('waybill drains a worker, in whose place npm start starts another', async () => {
  const listed = async () => (await service.get('/api/v2/admin/workers')) as { id: string; name: string }[];
  const worker = await poll('a worker to run', async () => (await listed())[0]);
  expect((await run('workers', 'drain', 'nobody', '--yes')).stderr).toContain('must be one of ');
  expect((await run('workers', 'drain', worker.name)).code).toBe(2);
  // It does not drain, and goes on.
  expect((await run('workers', 'resume', worker.name)).out).toBe(`${worker.name} claims again.\n`);
  expect((await run('workers', 'drain', worker.name, '--yes')).out).toBe(
    `${worker.name} drains. See what it still runs with: waybill workers\n`,
  );
  await poll('another worker to run', async () => {
    const ids = (await listed()).map(({ id }) => id);
    return ids.length > 0 && !ids.includes(worker.id);
  });
});

test('waybill lists schedules and their runs, pauses and resumes them, and starts their jobs', async () => {
  const schedule = {
    code: 'tides',
    name: 'Tides',
    jobType: 'TIDES',
    cron: '30 5 1 1 *',
    timeZone: 'Europe/Prague',
    data: { port: 7 },
  };
  await service.send('POST', '/api/v2/schedules', schedule);
  const stateOf = async () => (await run('schedules', 'list', '--jq', '.[].schedule.enabled')).out;
  await poll('the next run to be planned', async () =>
    (await run('schedules', 'runs', 'tides')).out.includes('-01-01T'),
  );
  const { out } = await run('schedules', 'list');
  expect(out).toMatch(/tides +active +TIDES +30 5 1 1 \* Europe\/Prague +\d{4}-01-01T04:30:00.000Z/);
  const { nextRuns } = JSON.parse((await run('schedules', 'runs', 'tides', '--json')).out) as { nextRuns: string[] };
  expect(nextRuns.map((at) => at.slice(4))).toEqual(Array.from({ length: 5 }, () => '-01-01T04:30:00.000Z'));
  expect((await run('schedules', 'pause', 'tides')).code).toBe(2);
  expect((await run('schedules', 'pause', 'tides', '--yes')).code).toBe(0);
  expect(await stateOf()).toBe('false\n');
  expect((await run('schedules', 'resume', 'tides')).out).toBe('tides is resumed.\n');
  expect(await stateOf()).toBe('true\n');
  const { id } = JSON.parse((await run('schedules', 'run', 'tides', '--yes', '--json')).out) as { id: string };
  const job = (await service.get(`/api/v2/jobs/${id}`)) as { jobType: string; data: object };
  expect([job.jobType, job.data]).toEqual(['TIDES', { port: 7 }]);
  expect((await run('schedules', 'runs', 'tide')).code).toBe(3);
});
