import { lockJobs, lockSteps, type StepChange, updateSteps } from '../../db/queries/jobs/jobRows.ts';
import { type OpenStep, openSteps } from '../../db/queries/jobs/stepReconciliation.ts';
import { enqueue } from '../../db/queries/queue/outbox.ts';
import { enqueueSync, rollUp, stepOutboxRow } from '../../domain/jobs/rollUp.ts';
import type { Values } from '../../domain/kinds/kind.ts';
import type { Component } from '../../domain/ports/component.ts';
import { workerCaller } from '../../domain/queue/context.ts';
import { newId } from '../../domain/records/record.ts';
import { expireLinks } from '../../domain/relations/expireLinks.ts';
import type { WorkContext } from './handler.ts';
import { changeOf } from './steps.ts';

const EVERY_MS = 1_500;
/** A process that has not been seen for so long is dead to us; should it wake up, nothing it writes counts. */
const SILENT_SECONDS = 6;
const PAGE = 1_000;
/** Of those that wait, fewer at a time: there may be very many, and they are seldom wrong. */
const NEW_PAGE = 300;
const LOCK = 8_710_240;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

type Verdict = 'fine' | 'lapsed' | 'requeue' | 'ended';

/**
 * Compares our open steps with the queue, since pg-boss ends jobs without telling our rows: when the last attempt of a
 * job loses its heartbeat it is failed in SQL and no handler runs. One process does so at a time. A client's own steps
 * are left alone.
 */
export function makeReconciler(context: WorkContext): Component & { pass(): Promise<void> } {
  const { services, log, types } = context;
  const { sql } = services;
  const queueOf = new Map(Object.entries(types).map(([type, { stepQueue }]) => [type, stepQueue]));
  /** What a type of a newer release wants at its end, and how it is planned, a newer worker knows. */
  const known = Object.keys(types);
  let cursor = FIRST_ID;
  let timer: Timer | undefined;
  let passing: Promise<void> | undefined;

  async function pass(): Promise<void> {
    await sql.begin(async (lock) => {
      const [row] = await lock<{ mine: boolean }[]>`select pg_try_advisory_xact_lock(${LOCK}) as mine`;
      if (!row?.mine) return;
      await lock`delete from process where seen_at < now() - interval '1 minute'`;
      const limits = { limit: PAGE, silentFor: SILENT_SECONDS };
      const running = await openSteps(sql, queueOf, { status: 'IN_PROGRESS', after: FIRST_ID, ...limits });
      const fresh = await openSteps(sql, queueOf, { status: 'NEW', after: cursor, ...limits, limit: NEW_PAGE });
      cursor = fresh.length < NEW_PAGE ? FIRST_ID : (fresh.at(-1)?.id ?? FIRST_ID);
      await mend([...running, ...fresh]);
      await closeForgotten();
      await planForgotten();
      await expireLinks(services);
    });
  }

  async function mend(steps: readonly OpenStep[]): Promise<void> {
    const wrong = steps.map((step) => ({ step, verdict: verdictOn(step) })).filter(({ verdict }) => verdict !== 'fine');
    for (const [, ofJob] of Map.groupBy(wrong, ({ step }) => step.jobId)) {
      await mendJob(ofJob.map(({ step, verdict }) => ({ ...step, verdict })));
    }
    if (wrong.length > 0) services.wakeRelay();
  }

  async function mendJob(steps: readonly (OpenStep & { verdict: Verdict })[]): Promise<void> {
    const { jobId, jobType } = steps[0] as OpenStep;
    const queue = queueOf.get(jobType) as string;
    const caller = workerCaller(undefined);
    const byId = new Map(steps.map((step) => [step.id, step]));
    const mended = await sql.begin(async (transaction) => {
      const jobs = await lockJobs(transaction, [jobId]);
      if (jobs[0]?.cancelled !== false) return new Set<string>();
      const rows = await lockSteps(transaction, [...byId.keys()]);
      const changes: StepChange[] = [];
      for (const row of rows) {
        const step = byId.get(row.id) as OpenStep & { verdict: Verdict };
        if (row.version !== step.version || row.fence !== step.fence || row.status !== step.status) continue;
        log.warn(
          { jobId, stepId: row.id, verdict: step.verdict, state: step.state, attempt: row.fence },
          'step mended',
        );
        const values = JSON.parse(row.doc) as Values;
        if (step.verdict === 'ended') {
          const failed = {
            ...values,
            status: 'FAILED',
            endDate: new Date().toISOString(),
            log: 'every worker that took the step was lost',
          };
          changes.push(changeOf(row, failed, caller, { status: 'FAILED' }));
          continue;
        }
        const again = { ...values, status: 'NEW' };
        if (step.verdict === 'lapsed') {
          changes.push(changeOf(row, again, caller, { status: 'NEW', worker: null }));
          continue;
        }
        const queueJobId = newId();
        changes.push(changeOf(row, again, caller, { status: 'NEW', worker: null, queueJobId }));
        await enqueue(transaction, [stepOutboxRow(queueJobId, queue, row.id, caller)]);
      }
      const updated = await updateSteps(transaction, changes);
      await enqueueSync(transaction, 'JobStep', [...updated], caller);
      await rollUp(transaction, jobs, caller, types);
      return updated;
    });
    const held = steps.filter(({ id, verdict, state }) => mended.has(id) && verdict === 'lapsed' && state === 'active');
    await giveBackOfDead(held, queue);
  }

  /** The queue still waits for the dead worker's heartbeat: its jobs go to others now, under a new attempt. */
  async function giveBackOfDead(steps: readonly OpenStep[], queue: string): Promise<void> {
    const signal = new AbortController().signal;
    const jobs = steps.map(({ queueJobId, retryCount }) => ({
      id: queueJobId as string,
      queue,
      data: {},
      retryCount: retryCount as number,
      signal,
    }));
    await context.broker.release(jobs, { seconds: 0 });
  }

  /** Open Jobs with nothing open, whatever left them so. */
  async function closeForgotten(): Promise<void> {
    const jobs = await sql<{ id: string }[]>`
      select id from job j where status in ('NEW', 'IN_PROGRESS') and managed and planning_complete and job_type = any(${known})
        and not exists (select from job_step s where s.job_id = j.id and s.outcome is null) limit 100`;
    for (const { id } of jobs) {
      await sql.begin(async (transaction) =>
        rollUp(transaction, await lockJobs(transaction, [id]), workerCaller(undefined), types),
      );
    }
    if (jobs.length > 0) services.wakeRelay();
  }

  /** Jobs whose planning has got lost, such as with a worker that each attempt has killed. */
  async function planForgotten(): Promise<void> {
    const jobs = await sql<{ id: string }[]>`
      select j.id from job j where j.status in ('NEW', 'IN_PROGRESS') and j.managed and not j.planning_complete and not j.cancelled
        and j.job_type = any(${known})
        and j.updated_at < now() - interval '30 seconds'
        and not exists (select from job_step s where s.job_id = j.id and s.outcome is null)
        and not exists (select from pgboss.job q where q.name = 'job.plan' and q.state < 'completed' and q.data->>'jobId' = j.id::text)
        and not exists (select from outbox o where o.queue = 'job.plan' and o.data like '%' || j.id::text || '%')
      limit 20`;
    for (const { id } of jobs) {
      log.warn({ jobId: id }, 'planned anew');
      await enqueue(sql, [{ id: newId(), queue: 'job.plan', data: JSON.stringify({ jobId: id }) }]);
    }
    if (jobs.length > 0) services.wakeRelay();
  }

  return {
    pass,
    start: async () => {
      timer = setInterval(() => {
        passing ??= pass()
          .catch((error: unknown) => log.warn({ err: error }, 'reconciler'))
          .finally(() => {
            passing = undefined;
          });
      }, EVERY_MS);
    },
    stop: async () => {
      clearInterval(timer);
      await passing;
    },
  };
}

function verdictOn({ status, state, queueJobId, waits, alive }: OpenStep): Verdict {
  if (state === null) return queueJobId !== null && waits && status === 'NEW' ? 'fine' : 'requeue';
  if (state === 'failed' || state === 'cancelled') return 'ended';
  if (state === 'completed') return 'requeue';
  if (status === 'NEW') return 'fine';
  if (state !== 'active') return 'lapsed';
  return alive ? 'fine' : 'lapsed';
}
