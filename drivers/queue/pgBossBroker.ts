import { createHash } from 'node:crypto';
import { PgBoss, type WorkHandler, type WorkOptions } from 'pg-boss';
import type { Logger } from 'pino';
import { type Database, openDatabase, type Transaction } from '../../db/client.ts';
import { makeDeadLetterEvents } from '../../db/queries/queue/deadLetterEvents.ts';
import type { Broker, ClaimedJob, NewJob, Settlement } from '../../domain/queue/broker.ts';
import { deadLetterQueue, type QueueDefinition } from '../../domain/queue/definitions.ts';
import { EVENT_QUEUE, silentQueues } from '../../domain/queue/systemEvents.ts';

/**
 * Ends of a job by lapses alone: a worker that dies with the job, again and again. Faults of the handler are counted
 * in our own row, so this is high; it is there for the job that kills every worker that takes it.
 */
const LAPSES = 25;
/** The least that pg-boss allows. Heartbeats are off unless asked for. */
const HEARTBEAT_SECONDS = 10;
/** A retry sends no NOTIFY, and a listening connection can die without a word: the poll has to be enough. */
const POLL_MS = 1_000;
/** Seconds: pg-boss leaves polling to us. */
const SELDOM = 600;
/** ms that a taker may be busy with what it found before another looks for what has come meanwhile. */
const SOON_MS = 20;
/** Where pg-boss says the name of a queue that a job was put into (notifyChannelSql of its plans). */
export const INSERTED = `pgboss_${createHash('sha224').update('pgboss').digest('hex').slice(0, 24)}`;
const YEAR = 365 * 24 * 3_600;

export interface BrokerOptions {
  readonly sql: Database;
  readonly log: Logger;
  readonly definitions: readonly QueueDefinition[];
  /**
   * Where a process also takes jobs: pg-boss then has a pool of its own. Without, it only inserts, on the connections of
   * `sql`.
   */
  readonly worker?: { readonly url: string; readonly name: string; readonly connections: number };
}

/** pg-boss as the broker. Its schema is made by {@link migrateQueues}, never by a starting process. */
export function makeBroker({ sql, log, definitions, worker }: BrokerOptions): Broker {
  let stopped = false;
  const boss = worker ? workingBoss(worker) : insertingBoss(sql);
  // Without a listener an 'error' event ends the process. pg-boss goes on by itself after each of them.
  boss.on('error', (error) => log[stopped ? 'debug' : 'warn']({ err: error }, 'queue broker'));
  boss.on('warning', ({ message, data }) => log.debug({ data }, message));
  const known = new Map(definitions.map((definition) => [definition.name, definition]));
  /** Those that take from a queue, by pg-boss's ids, and whether each has something in hand. */
  const takers = new Map<string, Map<string, { busy: boolean }>>();
  let pollTimer: Timer | undefined;
  let unlisten: (() => Promise<void>) | undefined;

  /** Wakes one that has nothing in hand. If it finds more than it can take it wakes the next; all at once would find little. */
  function wakeOne(queue: string): void {
    const [idle] = [...(takers.get(queue) ?? [])].find(([, { busy }]) => !busy) ?? [];
    if (idle !== undefined) boss.notifyWorker(idle);
  }

  function wakeOneOfEach(): void {
    for (const queue of takers.keys()) wakeOne(queue);
  }

  async function giveBack(jobs: readonly ClaimedJob[], again: { seconds: number; faults?: number; reason?: string }) {
    if (jobs.length === 0) return;
    // The attempt is counted up with its limit: a job that is taken again has a retryCount of its own then, so that
    // what this process still sends for the old one is refused. pg-boss's own restore() checks neither.
    await sql`
      update pgboss.job j set state = 'created', started_on = null, heartbeat_on = null,
        retry_count = j.retry_count + 1, retry_limit = j.retry_limit + 1,
        start_after = now() + make_interval(secs => ${again.seconds}),
        data = j.data || ${again.faults === undefined ? '{}' : `{"faults":${again.faults}}`}::text::jsonb,
        output = coalesce(${again.reason === undefined ? null : JSON.stringify({ message: again.reason })}::text::jsonb, j.output)
      from unnest(${jobs.map(({ queue }) => queue)}::text[], ${jobs.map(({ id }) => id)}::uuid[],
        ${jobs.map(({ retryCount }) => retryCount)}::int[]) as given(queue, id, attempt)
      where j.name = given.queue and j.id = given.id and j.state = 'active' and j.retry_count = given.attempt`;
  }

  return {
    start: async () => {
      await boss.start();
      if (!worker) return;
      pollTimer = setInterval(wakeOneOfEach, POLL_MS);
      try {
        unlisten = (await sql.listen(INSERTED, wakeOne, wakeOneOfEach)).unlisten;
      } catch (error) {
        log.warn({ err: error }, 'jobs are polled for, since nothing can be listened to');
      }
    },
    stop: async () => {
      stopped = true;
      clearInterval(pollTimer);
      // Not waited for: the database may be away.
      void unlisten?.().catch(() => {});
      await boss.stop({ graceful: false, close: true });
    },
    queueNames: async () =>
      new Set((await sql<{ name: string }[]>`select name from pgboss.queue`).map(({ name }) => name)),
    insert: async (transaction, queue, jobs) => {
      await boss.insert(queue, jobs.map(insertable), { db: onTransaction(transaction) });
    },
    work: async (definition, handle) => {
      const { name: queue, batchSize, concurrency } = definition;
      const options = {
        batchSize,
        pollingIntervalSeconds: SELDOM,
        heartbeatRefreshSeconds: 3,
      } as const satisfies WorkOptions;
      const own = new Map<string, { busy: boolean }>();
      takers.set(queue, own);
      for (let index = 0; index < concurrency; index++) {
        const taker = { busy: false };
        let workerId: string | undefined;
        const handler: WorkHandler<object, void> = async (jobs) => {
          taker.busy = true;
          // Where there were as many as fit there may be more.
          if (jobs.length === batchSize) wakeOne(queue);
          // What came while it looked nobody else was told of, and it looks again itself, if it is done soon.
          const more = setTimeout(() => wakeOne(queue), SOON_MS);
          const taken = jobs.map(
            ({ id, data, retryCount, signal }): ClaimedJob => ({ id, queue, data, retryCount, signal }),
          );
          try {
            const settlements = await handle(taken);
            await sendBack(taken, settlements);
            await bury(taken, settlements);
            // What was neither is active still, and completed by pg-boss in one statement; the others it leaves alone.
          } finally {
            clearTimeout(more);
            taker.busy = false;
            // Otherwise it sleeps until the next poll, a backlog or not: one job a second, where they are taken singly.
            if (workerId !== undefined) boss.notifyWorker(workerId);
          }
        };
        workerId = await boss.work<object, void, typeof options>(queue, options, handler);
        own.set(workerId, taker);
      }
    },
    abandon: (queue) => {
      takers.delete(queue);
      return boss.offWork(queue, { wait: false });
    },
    release: giveBack,
    ensureQueues: () => createQueues(boss, [...known.values()]),
  };

  /** Into the dead letters: failed as the last attempt that there is. */
  async function bury(taken: readonly ClaimedJob[], settlements: ReadonlyMap<string, Settlement>): Promise<void> {
    for (const { id, queue, retryCount } of taken) {
      const settlement = settlements.get(id);
      if (settlement?.type !== 'deadLetter') continue;
      // pg-boss makes the dead letter, and the database the event that tells of it (db/queries/queue/deadLetterEvents.ts).
      await sql`
        update pgboss.job set retry_limit = retry_count
        where name = ${queue} and id = ${id} and state = 'active' and retry_count = ${retryCount}`;
      await boss.fail(queue, { id, retryCount }, { message: settlement.reason });
    }
  }

  async function sendBack(taken: readonly ClaimedJob[], settlements: ReadonlyMap<string, Settlement>): Promise<void> {
    const groups = new Map<string, { retry: Settlement & { type: 'retry' }; jobs: ClaimedJob[] }>();
    for (const job of taken) {
      const settlement = settlements.get(job.id);
      if (settlement?.type !== 'retry') continue;
      const key = `${settlement.seconds} ${settlement.faults} ${settlement.reason}`;
      const group = groups.get(key);
      if (group) group.jobs.push(job);
      else groups.set(key, { retry: settlement, jobs: [job] });
    }
    for (const { retry, jobs } of groups.values()) await giveBack(jobs, retry);
  }
}

/** Brings pg-boss's schema to its version and makes every queue, each with its dead-letter queue. A step of `migrate`. */
export async function migrateQueues(url: string, definitions: readonly QueueDefinition[]): Promise<void> {
  const boss = new PgBoss({
    connectionString: url,
    max: 2,
    supervise: false,
    schedule: false,
    application_name: 'waybill migrate',
  });
  let failure: unknown;
  boss.on('error', (error) => {
    failure = error;
  });
  await boss.start();
  try {
    await createQueues(boss, definitions);
  } finally {
    await boss.stop({ graceful: false, close: true });
  }
  if (failure) throw failure;
  const sql = openDatabase(url, { name: 'waybill migrate', max: 1 });
  try {
    await makeDeadLetterEvents(sql, { eventQueue: EVENT_QUEUE, silent: silentQueues });
  } finally {
    await sql.end();
  }
}

function workingBoss({ url, name, connections }: NonNullable<BrokerOptions['worker']>): PgBoss {
  return new PgBoss({
    connectionString: url,
    application_name: `${name} queues`,
    max: connections,
    migrate: false,
    // Both: the second gates the check of the heartbeats and is 60 unless said.
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 2,
    maintenanceIntervalSeconds: 30,
    queueCacheIntervalSeconds: 30,
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

async function createQueues(boss: PgBoss, definitions: readonly QueueDefinition[]): Promise<string[]> {
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  const scheduled = new Set((await boss.getSchedules()).map((schedule) => schedule.name));
  const made: string[] = [];
  for (const { name, partition, expireInSeconds, deleteAfterSeconds, cron } of definitions) {
    const deadLetter = deadLetterQueue(name);
    if (!existing.has(deadLetter)) {
      // Dead letters wait for somebody to look at them.
      await boss.createQueue(deadLetter, { retentionSeconds: YEAR, deleteAfterSeconds: YEAR });
      made.push(deadLetter);
    }
    const options = {
      deadLetter,
      expireInSeconds,
      deleteAfterSeconds,
      retentionSeconds: YEAR,
      retryLimit: LAPSES,
      retryDelay: 0,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      notify: true,
    };
    if (existing.has(name)) await boss.updateQueue(name, options);
    else {
      await boss.createQueue(name, { ...options, partition });
      made.push(name);
    }
    if (cron !== undefined) await boss.schedule(name, cron);
    else if (scheduled.has(name)) await boss.unschedule(name);
  }
  return made;
}
