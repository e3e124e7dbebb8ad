import { type QueueState, queueStates } from '../../db/queries/queue/queueStates.ts';
import { badRequest } from '../errors.ts';
import { integer } from '../kinds/declaration/members.ts';
import type { Caller } from '../kinds/kind.ts';
import type { Services } from '../ports/services.ts';
import { queues as allQueues, deadLetterQueue } from '../queue/definitions.ts';
import { workerConcurrency } from '../queue/workerConcurrency.ts';
import { countProblems } from '../validation/problems.ts';
import { readRecord } from '../validation/readRecord.ts';
import { type Definitions, knownQueue } from './knownQueue.ts';

/** The operations that show and control queues. */

export async function listQueues(services: Services, definitions: Definitions = allQueues): Promise<string> {
  const states = await queueStates(services.sql, Object.keys(definitions));
  return JSON.stringify(states.map((state) => queueOf(services, state, definitions)));
}

function queueOf({ search }: Services, state: QueueState, definitions: Definitions): object {
  const { name, ready, deferred, active, oldestReadySeconds, deadLetters: dead, outbox, rejected } = state;
  const { pausedAt, pausedBy, concurrency, concurrencySetAt, concurrencySetBy, cron } = state;
  const definition = definitions[name];
  const next = cron === null ? null : Bun.cron.parse(cron, Date.now(), { tz: 'UTC' });
  return {
    name,
    purpose: definition?.purpose,
    paused: pausedAt !== null,
    ...(pausedAt !== null && { pausedAt: pausedAt.toISOString(), pausedBy }),
    batchSize: definition?.batchSize,
    workerConcurrency: definition && workerConcurrency(definition, search),
    ...(concurrency !== null && {
      concurrency,
      concurrencySetAt: concurrencySetAt?.toISOString(),
      concurrencySetBy,
    }),
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

/** What sets the concurrency of a queue. */
export const queueConcurrency = {
  name: 'QueueConcurrency',
  description: 'How much of a queue runs at a time.',
  members: {
    concurrency: integer({
      min: 1,
      max: 1_000,
      description:
        'Batches that all workers together run at a time. If absent, each worker runs as many as `workerConcurrency` of the queue says.',
    }),
  },
} as const;

/** Sets how many batches of a queue all workers together run at a time. Takes effect within a second or two. */
export async function setConcurrency(
  services: Services,
  name: string,
  input: unknown,
  caller: Caller,
): Promise<string> {
  knownQueue(name, allQueues);
  const problems: string[] = [];
  const { concurrency } = readRecord(queueConcurrency, input, problems).values;
  if (problems.length > 0) throw badRequest(`The concurrency has ${countProblems(problems)}.`, problems);
  const { sql } = services;
  if (concurrency === undefined) await sql`delete from queue_concurrency where queue = ${name}`;
  else
    await sql`
      insert into queue_concurrency (queue, concurrency, set_by) values (${name}, ${concurrency as number}, ${caller.user})
      on conflict (queue) do update set concurrency = excluded.concurrency, set_at = now(), set_by = excluded.set_by`;
  return oneQueue(services, name);
}

async function oneQueue(services: Services, name: string): Promise<string> {
  const [state] = await queueStates(services.sql, [name]);
  return JSON.stringify(queueOf(services, state as QueueState, allQueues));
}
