import { afterEach, expect, setDefaultTimeout, test } from 'bun:test';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { expectOk } from '../../helpers/api/expectations.ts';
import { type Runs, startSchedulesForFile } from '../../helpers/schedules/scheduleHarness.ts';
import { poll } from '../../helpers/waits/poll.ts';

setDefaultTimeout(120_000);

/** Schedules that workers with a database role of their own run. */

const { api, scheduleOf, save, runs, jobsOf, hasRun, delay, planned, withWorkers } = await startSchedulesForFile();
const { administrator, sql } = api;

afterEach(async () => {
  const all = await expectOk<{ id: string }[]>(administrator.request('GET', '/schedules'));
  for (const { id } of all) await expectOk(administrator.request('DELETE', `/schedules/${id}`));
});

test('several workers start the Job of a run once, with the rights of the user who has saved the schedule', async () => {
  await withWorkers(3, async () => {
    const at = new Date(Date.now() + 86_400_000);
    const saved = await Promise.all(Array.from({ length: 20 }, () => save({ at: at.toISOString() })));
    for (const { id } of saved) await planned(id);
    await sql`update schedule_state set planned_at = now(), next_at = now()`;
    for (const { id, jobType } of saved) {
      const { runs: found } = await hasRun(id, 'STARTED');
      expect(found.length).toBe(1);
      const jobs = await jobsOf(jobType);
      expect(jobs).toMatchObject([{ id: found[0]?.jobId, status: 'NEW', holder: { userId: administrator.userId } }]);
    }
  });
});

test('a cron and an interval go on to their next runs, and a pause ends them', async () => {
  await withWorkers(2, async () => {
    const every = await save({ everySeconds: 1, overlap: 'REPLACE' });
    const cron = await save({ cron: '* * * * * *', timeZone: 'Europe/Prague', overlap: 'REPLACE' });
    for (const { id, jobType } of [every, cron]) {
      await poll(
        'three runs',
        async () => (await runs(id)).runs.filter(({ outcome }) => outcome === 'STARTED').length > 2,
      );
      await expectOk(administrator.request('PATCH', `/schedules/${id}`, { enabled: false }));
      await poll('the pause', async () => (await runs(id)).nextRunAt === undefined);
      const { runs: found } = await runs(id);
      expect(new Set(found.map(({ plannedAt }) => plannedAt)).size).toBe(found.length);
      const jobs = await jobsOf(jobType);
      expect(jobs.length).toBe(found.filter(({ outcome }) => outcome === 'STARTED').length);
      // REPLACE has cancelled all but the last.
      expect(jobs.filter(({ status }) => status === 'NEW').length).toBe(1);
      const replaced = jobs.filter(({ status }) => status === 'FAILED');
      const successors = new Set(
        replaced.map(({ reason }) => /^the schedule \S+ has replaced it by the Job (.*)$/.exec(reason)?.[1]),
      );
      expect(successors.size).toBe(replaced.length);
      expect(successors.isSubsetOf(new Set(jobs.map((job) => job.id)))).toBe(true);
    }
  });
});

test('a run whose Job before is open is skipped, or waits for its end', async () => {
  await withWorkers(2, async () => {
    const skipping = await save({ everySeconds: 1 });
    const queueing = await save({ everySeconds: 1, overlap: 'QUEUE' });
    await hasRun(skipping.id, 'SKIPPED');
    expect((await jobsOf(skipping.jobType)).length).toBe(1);
    await poll('the run to wait', async () => (await runs(queueing.id)).waiting);
    const { nextRunAt, nextRuns } = await runs(queueing.id);
    expect(nextRunAt).toBe(nextRuns[0] ?? '');
    const [first] = await jobsOf(queueing.jobType);
    await expectOk(administrator.request('POST', `/jobs/${first?.id}/cancel`));
    await poll('the run that waited', async () => (await jobsOf(queueing.jobType)).length === 2);
  });
});

test('after an outage, runs start within the catch-up window, and older ones are missed', async () => {
  const caughtUp = await save({ everySeconds: 86_400, catchUpSeconds: 7_200 });
  const missed = await save({ everySeconds: 86_400, catchUpSeconds: 10 });
  await withWorkers(1, async () => {
    await planned(caughtUp.id);
    await planned(missed.id);
  });
  for (const { id } of [caughtUp, missed]) await delay(id, 86_400 + 3_600);
  await withWorkers(2, async () => {
    await hasRun(caughtUp.id, 'STARTED');
    const { nextRunAt = '' } = await hasRun(missed.id, 'MISSED');
    expect(Date.parse(nextRunAt)).toBeGreaterThan(Date.now());
  });
  expect((await jobsOf(caughtUp.jobType)).length).toBe(1);
  expect(await jobsOf(missed.jobType)).toEqual([]);
});

test('a run whose time passes before a worker has seen its schedule starts all the same', async () => {
  const at = new Date(Date.now() + 86_400_000);
  const { id } = await save({ at: at.toISOString() });
  const passed = new Date(Date.now() - 1_000);
  // As if it had been saved a minute ago.
  await sql`
    update schedule set doc = replace(doc, ${at.toISOString()}, ${passed.toISOString()}),
      audit = jsonb_set(audit::jsonb, '{whenEdited}', to_jsonb(now() - interval '1 minute'))::text
    where id = ${id}`;
  const { runs: found } = await withWorkers(2, () => hasRun(id, 'STARTED'));
  expect(found.map(({ plannedAt }) => plannedAt)).toEqual([passed.toISOString()]);
});

test('a process that dies before its commit has neither moved the schedule, nor created a Job, nor replaced the one before', async () => {
  const { id, jobType } = await save({ everySeconds: 86_400, catchUpSeconds: 86_400, overlap: 'REPLACE' });
  await withWorkers(1, () => planned(id));
  await delay(id, 86_400);
  await withWorkers(1, () => hasRun(id, 'STARTED'));
  const before = await jobsOf(jobType);
  await delay(id, 86_410);
  // Fails the last statement of the transaction, after the run and the Job. A sequence is not rolled back.
  await sql`create sequence attempt`;
  await sql`
    create function fail_move() returns trigger language plpgsql security definer as
    'begin perform nextval(''attempt''); raise exception ''killed''; end'`;
  await sql`create trigger fail_move before update of fence on schedule_state for each row execute function fail_move()`;
  await withWorkers(1, () => poll('an attempt', async () => (await sql`select from attempt where is_called`).count));
  expect([await jobsOf(jobType), (await runs(id)).runs.length]).toEqual([before, 1]);
  await sql`drop trigger fail_move on schedule_state`;
  await withWorkers(2, () => poll('the second run', async () => (await runs(id)).runs.length === 2));
  const statuses = (await jobsOf(jobType)).map(({ status }) => status);
  expect(statuses.sort()).toEqual(['FAILED', 'NEW']);
});

test('who saves a schedule needs the right to create its Jobs, and a Job starts with the rights that the user has then', async () => {
  const schedules = { entityName: 'Schedule', accessRule: 'READ_WRITE', fullAccess: true } as const;
  const jobs = { entityName: 'Job', accessRule: 'READ_WRITE', fullAccess: true } as const;
  const reader = await api.callerWith([schedules]);
  const clerk = await api.callerWith([schedules, jobs]);
  const at = new Date(Date.now() + 86_400_000).toISOString();
  const refused = await reader.request('POST', '/schedules', scheduleOf({ at }));
  expect([refused.status, refused.json<{ errors: string[] }>().errors]).toEqual([
    403,
    ['jobType: creating Jobs needs READ_WRITE of Job'],
  ]);
  const managed = await clerk.request('POST', '/schedules', scheduleOf({ at, jobType: 'BROKER_SETUP', data: {} }));
  expect([managed.status, managed.json<{ errors: string[] }>().errors]).toEqual([
    403,
    ['jobType: BROKER_SETUP needs READ_WRITE of Admin'],
  ]);
  const { id, jobType } = await save({ everySeconds: 2 }, clerk);
  const taken = await reader.request('PATCH', `/schedules/${id}`, { name: 'Mine' });
  expect(taken.status).toBe(403);
  await expectOk(administrator.request('PATCH', `/users/${clerk.userId}`, { status: 'DISABLE' }));
  const { runs: found } = await withWorkers(1, () => hasRun(id, 'FAILED'));
  expect(found.at(-1)?.reason).toContain(`the user "${clerk.code}" that started it is disabled`);
  expect(await jobsOf(jobType)).toEqual([]);
});

test.each([
  [{}, 'cron: exactly one of cron, everySeconds and at is required, not 0 of them'],
  [{ cron: '* * * * *', everySeconds: 5 }, 'cron: exactly one of cron, everySeconds and at is required, not 2 of them'],
  [{ cron: '0 0 30 2 *' }, 'cron: "0 0 30 2 *" never runs; the days and months must exist together'],
  [{ at: '2020-01-01T00:00:00Z' }, 'at: 2020-01-01T00:00:00.000Z is not in the future'],
  [
    { cron: '0 0 * * *', timeZone: 'Mars/Base' },
    'timeZone: "Mars/Base" is not an IANA time zone, such as Europe/Prague or UTC',
  ],
  [{ everySeconds: 60, timeZone: 'UTC' }, 'timeZone: only a cron has a time zone'],
])('the members %j are refused', async (members, problem) => {
  const answer = await administrator.request('POST', '/schedules', scheduleOf(members));
  expect([answer.status, answer.json<{ errors: string[] }>().errors]).toEqual([400, [problem]]);
});

test.each([
  ['61 * * * *', '; its minute "61" cannot be read'],
  ['0 0 32 * *', '; its day "32" cannot be read'],
  ['0 5/15 * * * *', '; its minute "5/15" cannot be read'],
  ['* * *', ''],
  ['* * * * * * *', ''],
])('the cron %p is refused with the form of crons', async (cron, field) => {
  const answer = await administrator.request('POST', '/schedules', scheduleOf({ cron }));
  const form = '[second 0-59] minute 0-59 hour 0-23 day 1-31 month 1-12 weekday 0-7';
  const message = `must have five fields, or six with the second first: ${form}, not ${JSON.stringify(cron)}${field}`;
  const { problems } = answer.json<{ problems: unknown }>();
  expect([answer.status, problems]).toEqual([400, [{ code: 'FORMAT', path: 'cron', message }]]);
});

test('a schedule shows its next runs before a worker has planned them, and none while it is paused', async () => {
  const { id } = await save({ cron: '0 3 * * *' });
  const shown = (await runs(id)) as Runs & { readonly nextRuns: readonly string[] };
  expect(shown.nextRuns).toHaveLength(5);
  expect(shown.nextRunAt).toBe(String(shown.nextRuns[0]));
  await expectOk(administrator.request('PATCH', `/schedules/${id}`, { enabled: false }));
  expect(await runs(id)).toMatchObject({ nextRuns: [] });
});

test('a schedule that could never start a Job is refused, and a member that is wrong has one problem', async () => {
  const problemsOf = async (members: JsonObject): Promise<string[]> =>
    JSON.parse((await administrator.request('POST', '/schedules', scheduleOf(members))).text).errors;
  expect(await problemsOf({ everySeconds: 60, jobType: 'ERASE_USER' })).toEqual([
    'jobType: an ERASE_USER is started by POST /users/{idOrCode}/erase',
  ]);
  expect(await problemsOf({ everySeconds: 0 })).toEqual(['everySeconds: must be at least 1']);
  expect(await problemsOf({ cron: 5, timeZone: 'UTC' })).toEqual(['cron: must be a string, not 5']);
});

test('a run that cannot start its Job keeps no other of the same time from starting', async () => {
  const at = new Date(Date.now() + 1_500).toISOString();
  const rebuild = { at, jobType: 'REINDEX', data: { kind: 'WorklogType' } };
  const others = Array.from({ length: 6 }, () => ({ at }));
  const saved = await Promise.all([rebuild, ...others, rebuild].map((members) => save(members)));
  const outcomes = await withWorkers(2, () =>
    poll('all runs to be decided', async () => {
      const all = await Promise.all(saved.map(({ id }) => runs(id)));
      return all.every((one) => one.runs.length === 1) ? all.map((one) => one.runs[0]?.outcome) : undefined;
    }),
  );
  expect(outcomes.toSorted()).toEqual(['FAILED', ...Array.from({ length: 7 }, () => 'STARTED')]);
  expect([outcomes[0], outcomes.at(-1)].toSorted()).toEqual(['FAILED', 'STARTED']);
});
