import { type DeadLetterRow, deadLetters, type QueueState, queueStates } from '../../db/queries/queue/queueStates.ts';
import { badRequest } from '../errors.ts';
import { resendSteps } from '../jobs/resend.ts';
import { PLAN_STEP, stepIdOf } from '../jobs/types.ts';
import type { Caller } from '../kinds/kind.ts';
import type { Services } from '../ports/services.ts';
import { queues as allQueues, deadLetterQueue, type QueueDefinition } from '../queue/definitions.ts';
import { parseStored } from '../records/storedText.ts';
import { pageText } from '../search/search.ts';
import { readPage } from '../validation/readPage.ts';
import { describe, isUuid } from '../validation/values.ts';

/** The operations that show and control queues. */

/** Dead letters moved in one transaction. */
const BATCH = 500;
/** A process whose heartbeat is older counts as dead. */
const SILENT_SECONDS = 6;

export type Definitions = Readonly<Record<string, QueueDefinition>>;

export async function listQueues(services: Services, definitions: Definitions = allQueues): Promise<string> {
  const states = await queueStates(services.sql, Object.keys(definitions));
  return JSON.stringify(states.map((state) => queueOf(state, definitions)));
}

function queueOf(state: QueueState, definitions: Definitions): object {
  const { name, paused, ready, deferred, active, oldestReadySeconds, deadLetters: dead, outbox, rejected } = state;
  return {
    name,
    purpose: definitions[name]?.purpose,
    paused,
    ready,
    deferred,
    active,
    ...(oldestReadySeconds === null ? {} : { oldestReadySeconds: Math.round(oldestReadySeconds) }),
    outbox,
    rejected,
    deadLetterQueue: deadLetterQueue(name),
    deadLetters: dead,
  };
}

/** Pauses a queue: workers finish claimed jobs and claim no more until it is resumed. Takes effect within a second. */
export async function pauseQueue(services: Services, name: string, caller: Caller): Promise<string> {
  known(name, allQueues);
  await services.sql`insert into queue_pause (queue, paused_by) values (${name}, ${caller.user}) on conflict do nothing`;
  return oneQueue(services, name);
}

export async function resumeQueue(services: Services, name: string): Promise<string> {
  known(name, allQueues);
  await services.sql`delete from queue_pause where queue = ${name}`;
  return oneQueue(services, name);
}

async function oneQueue(services: Services, name: string): Promise<string> {
  const [state] = await queueStates(services.sql, [name]);
  return JSON.stringify(queueOf(state as QueueState, allQueues));
}

/** A page of the dead letters of a queue, newest first. */
export async function listDeadLetters(
  services: Services,
  name: string,
  query: URLSearchParams,
  definitions: Definitions = allQueues,
): Promise<string> {
  known(name, definitions);
  const { page, size } = readPage(query, { defaultSize: 20, maxSize: 1_000 });
  const { total, rows } = await deadLetters(services.sql, deadLetterQueue(name), { from: page * size, size });
  return pageText({ total, records: rows.map((row) => deadLetterText(name, row)) }, { page, size }, true);
}

function deadLetterText(queue: string, { id, data, reason, at, queuedAt, attempts }: DeadLetterRow): string {
  const letter = {
    id,
    queue,
    ...(reason === null ? {} : { reason }),
    at: at.toISOString(),
    ...(queuedAt === null ? {} : { queuedAt: queuedAt.toISOString() }),
    ...(attempts === null ? {} : { attempts }),
  };
  return `${JSON.stringify(letter).slice(0, -1)},"data":${data}}`;
}

/**
 * Retries dead letters: those with these ids, or all of the queue. For the dead letter of a step, the step is resent. Any
 * other is enqueued under a new id, with its count of faults at zero. Returns the number of dead letters.
 */
export async function redrive(
  services: Services,
  name: string,
  ids: unknown,
  { caller, definitions = allQueues }: { caller: Caller; definitions?: Definitions },
): Promise<number> {
  const definition = known(name, definitions);
  const selected = readIds(ids);
  const dead = deadLetterQueue(name);
  const { sql } = services;
  if (selected) await refuseUnknown(services, dead, selected);
  let moved = 0;
  for (;;) {
    const rows = await sql<{ id: string; stepId: string | null; jobId: string | null }[]>`
      select id, data->>'stepId' as "stepId", data->>'jobId' as "jobId" from pgboss.job
      where name = ${dead} and state < 'active' and (${selected ?? null}::uuid[] is null or id = any(${selected ?? null}::uuid[]))
      order by created_on, id limit ${BATCH}`;
    if (rows.length === 0) break;
    const batch = rows.map(({ id }) => id);
    if (definition.steps || name === 'job.plan') {
      const steps = rows.flatMap(({ stepId, jobId }) => stepId ?? (jobId === null ? [] : stepIdOf(jobId, PLAN_STEP)));
      await resendSteps(services, steps, { caller });
      await sql`delete from pgboss.job where name = ${dead} and id = any(${batch}::uuid[])`;
    } else {
      await sql`
        with deleted as (delete from pgboss.job where name = ${dead} and id = any(${batch}::uuid[]) and state < 'active' returning data)
        insert into outbox (id, queue, data) select gen_random_uuid(), ${name}, (data - 'faults')::text from deleted`;
    }
    services.wakeRelay();
    moved += rows.length;
  }
  return moved;
}

function readIds(ids: unknown): string[] | undefined {
  if (ids === undefined || ids === null) return undefined;
  if (!Array.isArray(ids))
    throw badRequest('The ids cannot be read.', [`body: must be an array of ids, not ${describe(ids)}`]);
  const problems = ids.flatMap((id: unknown, index) =>
    typeof id === 'string' && isUuid(id) ? [] : [`[${index}]: type mismatch, ${describe(id)} is not a UUID`],
  );
  if (problems.length > 0) throw badRequest('The ids cannot be read.', problems);
  return ids.map((id: string) => id.toLowerCase());
}

async function refuseUnknown({ sql }: Services, dead: string, ids: readonly string[]): Promise<void> {
  const found = await sql<
    { id: string }[]
  >`select id from pgboss.job where name = ${dead} and state < 'active' and id = any(${[...ids]}::uuid[])`;
  const existing = new Set(found.map(({ id }) => id));
  const problems = ids.flatMap((id, index) =>
    existing.has(id) ? [] : [`[${index}]: no dead letter has the id ${describe(id)}`],
  );
  if (problems.length > 0) throw badRequest('Some dead letters do not exist.', problems);
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

function known(name: string, definitions: Definitions): QueueDefinition {
  const definition = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
  if (definition) return definition;
  const names = Object.keys(definitions).join(', ');
  throw badRequest(`No queue has the name ${describe(name)}.`, [
    `name: no queue has the name ${describe(name)}; the queues are ${names}`,
  ]);
}
