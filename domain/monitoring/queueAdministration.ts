import { type QueueState, queueStates } from '../../db/queries/queue/queueStates.ts';
import type { Caller } from '../kinds/kind.ts';
import type { Services } from '../ports/services.ts';
import { queues as allQueues, deadLetterQueue } from '../queue/definitions.ts';
import { parseStored } from '../records/storedText.ts';
import { type Definitions, knownQueue } from './knownQueue.ts';

/** The operations that show and control queues and workers. */

/** A process whose heartbeat is older counts as dead. */
const SILENT_SECONDS = 6;

export async function listQueues(services: Services, definitions: Definitions = allQueues): Promise<string> {
  const states = await queueStates(services.sql, Object.keys(definitions));
  return JSON.stringify(states.map((state) => queueOf(state, definitions)));
}

function queueOf(state: QueueState, definitions: Definitions): object {
  const { name, ready, deferred, active, oldestReadySeconds, deadLetters: dead, outbox, rejected } = state;
  const { pausedAt, pausedBy, cron } = state;
  const next = cron === null ? null : Bun.cron.parse(cron, Date.now(), { tz: 'UTC' });
  return {
    name,
    purpose: definitions[name]?.purpose,
    paused: pausedAt !== null,
    ...(pausedAt !== null && { pausedAt: pausedAt.toISOString(), pausedBy }),
    ready,
    deferred,
    active,
    ...(oldestReadySeconds === null ? {} : { oldestReadySeconds: Math.round(oldestReadySeconds) }),
    outbox,
    rejected,
    deadLetterQueue: deadLetterQueue(name),
    deadLetters: dead,
    ...(cron !== null && { cron }),
    ...(next && { nextRunAt: next.toISOString() }),
  };
}

/** Pauses a queue: workers finish claimed jobs and claim no more until it is resumed. Takes effect within a second. */
export async function pauseQueue(services: Services, name: string, caller: Caller): Promise<string> {
  knownQueue(name, allQueues);
  await services.sql`insert into queue_pause (queue, paused_by) values (${name}, ${caller.user}) on conflict do nothing`;
  return oneQueue(services, name);
}

export async function resumeQueue(services: Services, name: string): Promise<string> {
  knownQueue(name, allQueues);
  await services.sql`delete from queue_pause where queue = ${name}`;
  return oneQueue(services, name);
}

async function oneQueue(services: Services, name: string): Promise<string> {
  const [state] = await queueStates(services.sql, [name]);
  return JSON.stringify(queueOf(state as QueueState, allQueues));
}

export async function listWorkers({ sql }: Services): Promise<string> {
  const rows = await sql<
    {
      id: string;
      host: string;
      pid: number;
      queues: string[];
      startedAt: Date;
      seenAt: Date;
      status: string;
      alive: boolean;
    }[]
  >`
    select id, host, pid, queues, started_at as "startedAt", seen_at as "seenAt", status,
      seen_at > now() - make_interval(secs => ${SILENT_SECONDS}) as alive
    from process where role = 'worker' order by started_at, id`;
  const workers = rows.map(({ id, host, pid, queues, startedAt, seenAt, status, alive }) => {
    const { worker: name, ...now } = parseStored<{ worker?: string }>(status);
    return {
      id,
      name,
      host,
      pid,
      alive,
      queues,
      startedAt: startedAt.toISOString(),
      seenAt: seenAt.toISOString(),
      ...now,
    };
  });
  return JSON.stringify(workers);
}
