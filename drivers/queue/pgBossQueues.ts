import { PgBoss } from 'pg-boss';
import packageOfPgBoss from 'pg-boss/package.json' with { type: 'json' };
import { type Database, openDatabase } from '../../db/client.ts';
import { makeDeadLetterEvents } from '../../db/queries/queue/deadLetterEvents.ts';
import { makeClaimedIndex } from '../../db/queries/queue/overdueClaims.ts';
import { deadLetterQueue, type QueueDefinition } from '../../domain/queue/definitions.ts';
import { EVENT_QUEUE, silentQueues } from '../../domain/queue/systemEvents.ts';

/**
 * Lapsed leases after which pg-boss ends a job: it ends the job that kills every worker that claims it. Faults of the
 * handler are counted in rows of our own, so this is high.
 */
const MAX_LAPSES = 25;
/** The minimum that pg-boss allows. Without this setting, workers send no heartbeats. */
const HEARTBEAT_SECONDS = 10;
const YEAR_SECONDS = 365 * 24 * 3_600;

/** Migrates the schema of pg-boss and creates every missing queue with its dead-letter queue. A step of `migrate`. */
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
    await makeClaimedIndex(sql);
    await makeDeadLetterEvents(sql, { eventQueue: EVENT_QUEUE, silent: silentQueues });
  } finally {
    await sql.end();
  }
}

/** Whether pg-boss has its schema as this version of it needs, and each queue exists. */
export async function queuesAreCurrent(sql: Database, definitions: readonly QueueDefinition[]): Promise<boolean> {
  const [schema] = await sql<{ exists: boolean }[]>`select to_regclass('pgboss.version') is not null as exists`;
  if (!schema?.exists) return false;
  const [row] = await sql<{ version: number; names: string[] }[]>`
    select version, array(select name from pgboss.queue) as names from pgboss.version`;
  const names = new Set(row?.names);
  return (row?.version ?? 0) >= packageOfPgBoss.pgboss.schema && definitions.every(({ name }) => names.has(name));
}

/** Creates or updates the queues of these definitions, and returns the names of those that it created. */
export async function createQueues(boss: PgBoss, definitions: readonly QueueDefinition[]): Promise<string[]> {
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  const scheduled = new Set((await boss.getSchedules()).map((schedule) => schedule.name));
  const created: string[] = [];
  for (const { name, partition, expireInSeconds, deleteAfterSeconds, cron } of definitions) {
    const deadLetter = deadLetterQueue(name);
    if (!existing.has(deadLetter)) {
      // Dead letters wait for an operator.
      await boss.createQueue(deadLetter, { retentionSeconds: YEAR_SECONDS, deleteAfterSeconds: YEAR_SECONDS });
      created.push(deadLetter);
    }
    const options = {
      deadLetter,
      expireInSeconds,
      deleteAfterSeconds,
      retentionSeconds: YEAR_SECONDS,
      retryLimit: MAX_LAPSES,
      retryDelay: 0,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      notify: true,
    };
    if (existing.has(name)) await boss.updateQueue(name, options);
    else {
      await boss.createQueue(name, { ...options, partition });
      created.push(name);
    }
    if (cron !== undefined) await boss.schedule(name, cron);
    else if (scheduled.has(name)) await boss.unschedule(name);
  }
  return created;
}
