import { createHash } from 'node:crypto';
import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { type Database, openQueuePool, type Transaction } from '../../db/client.ts';
import { dueQueues } from '../../db/queries/queue/dueQueues.ts';
import type { Broker, NewJob } from '../../domain/queue/broker.ts';
import type { QueueDefinition } from '../../domain/queue/definitions.ts';
import { makePeriodicTask } from '../../domain/runtime/periodicTask.ts';
import { type Claiming, claimingDatabase } from './claimingDatabase.ts';
import { deleteEndedJobs } from './deleteEndedJobs.ts';
import { Fetchers, isFetchedSingly } from './fetchers.ts';
import { lapseClaims } from './lapseClaims.ts';
import { createQueues } from './pgBossQueues.ts';
import { RemovedJobs } from './removedJobs.ts';
import { releaseJobs, settleJobs } from './settlement.ts';

/** A retry sends no NOTIFY, and a listening connection can fail silently, so jobs are also polled for. */
const POLL_MS = 1_000;
/** Interval at which jobs are deleted whose time after their end has passed. */
const DELETION_MS = 300_000;
const SLOT_WAIT_MS = 100;
/** The channel on which pg-boss names the queue of an inserted job (notifyChannelSql of its plans). */
export const INSERTED = `pgboss_${createHash('sha224').update('pgboss').digest('hex').slice(0, 24)}`;

export interface BrokerOptions {
  readonly sql: Database;
  readonly log: Logger;
  readonly definitions: readonly QueueDefinition[];
  /** Where a process also claims jobs: pg-boss then has a pool of its own. Otherwise it inserts on connections of `sql`. */
  readonly worker?: { readonly url: string; readonly name: string; readonly connections: number };
  readonly deletionMs?: number;
  /** Time in ms for which a fetched batch waits for a slot. Jobs that are put back are fetched again within a second. */
  readonly slotWaitMs?: number;
}

/** pg-boss as the broker. `migrate` creates its schema (pgBossQueues.ts), never a starting process. */
export function makeBroker({
  sql,
  log,
  definitions,
  worker,
  deletionMs = DELETION_MS,
  slotWaitMs = SLOT_WAIT_MS,
}: BrokerOptions): Broker {
  let stopped = false;
  const claims = worker && openQueuePool(worker.url, { name: `${worker.name} queues`, max: worker.connections });
  const removedJobs = new RemovedJobs();
  const stepClaims = new Map<string, string>();
  const boss = claims ? claimingBoss({ claims, removedJobs, stepClaims }) : insertingBoss(sql);
  const failed = (error: unknown): void => log[stopped ? 'debug' : 'warn']({ err: error }, 'queue broker');
  // Without a listener an 'error' event ends the process. pg-boss recovers from each of them.
  boss.on('error', failed);
  boss.on('warning', ({ message, data }) => log.debug({ data }, message));
  const fetchers = new Fetchers({
    boss,
    settle: async (jobs, settlements) => {
      await settleJobs({ boss, sql }, jobs, settlements);
      removedJobs.note(settlements);
    },
    release: (jobs) => releaseJobs(sql, jobs, { seconds: 0 }),
    failed,
    slotWaitMs,
  });
  // One statement for all queues: a fetch of each would be most of what an idle worker does.
  const poll = makePeriodicTask({
    intervalMs: POLL_MS,
    run: async () => {
      for (const queue of await dueQueues(sql, fetchers.queues)) fetchers.wake(queue);
    },
    failed,
  });
  const deletion = makePeriodicTask({ intervalMs: deletionMs, run: () => deleteEndedJobs({ boss, sql }), failed });
  let unlisten: (() => Promise<void>) | undefined;

  return {
    start: async () => {
      await boss.start();
      if (!worker) return;
      await poll.start();
      await deletion.start();
      try {
        const inserted = await sql.listen(
          INSERTED,
          (queue) => fetchers.wake(queue),
          () => fetchers.wakeAll(),
        );
        unlisten = inserted.unlisten;
      } catch (error) {
        log.warn({ err: error }, 'jobs are polled: listening failed');
      }
    },
    stop: async () => {
      stopped = true;
      // Not awaited: the database may be unavailable.
      void poll.stop();
      void deletion.stop();
      void unlisten?.().catch(() => {});
      await boss.stop({ graceful: false });
      await claims?.end({ timeout: 5 });
    },
    queueNames: async () =>
      new Set((await sql<{ name: string }[]>`select name from pgboss.queue`).map(({ name }) => name)),
    insert: async (transaction, queue, jobs) => {
      await boss.insert(queue, jobs.map(insertable), { db: onTransaction(transaction) });
    },
    work: (definition, handle, { concurrency = definition.concurrency, workerId } = {}) => {
      if (workerId !== undefined && isFetchedSingly(definition)) stepClaims.set(definition.name, workerId);
      fetchers.open(definition, concurrency, handle);
    },
    abandon: (queue) => fetchers.close(queue),
    release: (jobs, retry) => releaseJobs(sql, jobs, retry),
    lapseClaims: () => lapseClaims({ boss, sql }),
    ensureQueues: () => createQueues(boss, definitions),
  };
}

function claimingBoss(claiming: Claiming): PgBoss {
  return new PgBoss({
    db: claimingDatabase(claiming),
    migrate: false,
    // A pass writes a row of each queue twice, and counts all jobs: that reads whole tables, keeps VACUUM from what was deleted meanwhile,
    // and nothing reads the counts. lapseClaims and deleteEndedJobs look for the queues that need a pass.
    superviseIntervalSeconds: 3_600,
    maintenanceIntervalSeconds: 3_600,
    monitorIntervalSeconds: 3_600,
    queueCacheIntervalSeconds: 30,
    // Chains are rows of Jobs and not flows of pg-boss. By default, a statement for each table looks for these every five seconds.
    flowIntervalSeconds: 3_600,
  });
}

function insertingBoss(sql: Database): PgBoss {
  const db = { executeSql: async (text: string, values?: unknown[]) => ({ rows: await run(sql, text, values) }) };
  return new PgBoss({ db, migrate: false, supervise: false, schedule: false });
}

function onTransaction(transaction: Transaction) {
  return { executeSql: async (text: string, values?: unknown[]) => ({ rows: await run(transaction, text, values) }) };
}

async function run(sql: Database | Transaction, text: string, values: unknown[] = []) {
  return [...(await sql.unsafe(text, values as string[], { prepare: true }))];
}

function insertable({ id, data, startAfter, priority }: NewJob) {
  return { id, data, ...(startAfter && { startAfter: startAfter.toISOString() }), ...(priority && { priority }) };
}
