import { expect, setDefaultTimeout, test } from 'bun:test';
import { expectOk } from '../../helpers/api/expectations.ts';
import { startSchedulesForFile } from '../../helpers/schedules/scheduleHarness.ts';
import { poll } from '../../helpers/waits/poll.ts';

setDefaultTimeout(120_000);

/** With QUEUE, the last run whose time has passed waits for the Job of the run before. */

const { api, save, runs, jobsOf, hasRun, delay, planned, withWorkers } = await startSchedulesForFile();
const { administrator } = api;
const DAY = 86_400;

const cancel = (jobId: string) => expectOk(administrator.request('POST', `/jobs/${jobId}/cancel`));
const TOOK_ITS_PLACE =
  'the Job of the run before had not ended when the time of a later run came, which waits for it instead';

test('one run waits for an open Job, those that it replaces say so, and the next runs are in the future', async () => {
  await withWorkers(2, async () => {
    const { id, jobType } = await save({ everySeconds: 1, overlap: 'QUEUE' });
    const { runs: found } = await hasRun(id, 'SKIPPED');
    expect(found[0]).toMatchObject({ outcome: 'SKIPPED', reason: TOOK_ITS_PLACE });
    const before = Date.now();
    const { waiting, nextRunAt, nextRuns } = await poll('the run to wait', async () => {
      const shown = await runs(id);
      return shown.waiting ? shown : undefined;
    });
    expect([waiting, nextRunAt, nextRuns.length]).toEqual([true, nextRuns[0], 5]);
    expect(nextRuns.slice(1).every((at) => Date.parse(at) > before)).toBe(true);
    const [first] = await jobsOf(jobType);
    await cancel(first?.id);
    await poll('the run that waited', async () => (await jobsOf(jobType)).length === 2);
    const { runs: after } = await runs(id);
    const started = after.filter(({ outcome }) => outcome === 'STARTED');
    // The second one follows all that were left out for the first.
    expect(started).toHaveLength(2);
    expect(new Set(after.map(({ outcome }) => outcome))).toEqual(new Set(['STARTED', 'SKIPPED']));
    const times = after.map(({ plannedAt }) => plannedAt);
    expect(times).toEqual([...new Set(times)].toSorted().reverse());
    await expectOk(administrator.request('DELETE', `/schedules/${id}`));
  });
});

test('a Job that outlasts the workers leaves one run waiting, which no catch-up window limits', async () => {
  const { id, jobType } = await save({ everySeconds: DAY, catchUpSeconds: 10 * DAY, overlap: 'QUEUE' });
  await withWorkers(1, () => planned(id));
  await delay(id, 4 * DAY + 3_600);
  await withWorkers(2, async () => {
    const shown = await poll('the last run to wait', async () => {
      const found = await runs(id);
      return found.waiting ? found : undefined;
    });
    // One stands for the runs of two days, and the one of an hour ago waits.
    expect(shown.runs.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['SKIPPED', TOOK_ITS_PLACE],
      ['STARTED', undefined],
    ]);
    const [waiting = '', ...others] = shown.nextRuns.map((at) => Date.parse(at));
    expect(Date.now() - Number(waiting)).toBeLessThan(DAY * 1_000);
    expect(others[0]).toBe(Number(waiting) + DAY * 1_000);
    await expectOk(administrator.request('PATCH', `/schedules/${id}`, { catchUpSeconds: 10 }));
    const [first] = await jobsOf(jobType);
    await cancel(first?.id);
    const { runs: after } = await poll('the run that waited', async () => {
      const found = await runs(id);
      return found.runs.length === 3 ? found : undefined;
    });
    expect(after.map(({ outcome }) => outcome)).toEqual(['STARTED', 'SKIPPED', 'STARTED']);
    expect(Date.parse(after[0]?.plannedAt ?? '')).toBe(Number(waiting));
  });
});

test('a change of the times drops the run that waits', async () => {
  const { id } = await save({ everySeconds: 1, overlap: 'QUEUE' });
  await withWorkers(2, async () => {
    await poll('the run to wait', async () => (await runs(id)).waiting);
    const changed = { everySeconds: 3_600, overlap: 'QUEUE' };
    await expectOk(administrator.request('PATCH', `/schedules/${id}`, changed));
    // Before a worker has seen the change, and afterwards.
    expect(await runs(id)).toMatchObject({ waiting: false });
    await poll('the new plan', async () => {
      const [row] = await api.sql<{ done: boolean }[]>`
        select planned_revision = revision as done from schedule_state where schedule_id = ${id}`;
      return row?.done;
    });
    const { waiting, nextRunAt = '' } = await runs(id);
    expect([waiting, Date.parse(nextRunAt) > Date.now()]).toEqual([false, true]);
  });
});
