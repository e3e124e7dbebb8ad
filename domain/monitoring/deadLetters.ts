import {
  type DeadLetterRow,
  deadLetters,
  deadLettersToRedrive,
  deleteDeadLetters,
  discardDeadLetters,
  knownDeadLetters,
  type LetterSelection,
} from '../../db/queries/queue/deadLetters.ts';
import { badRequest } from '../errors.ts';
import { resendSteps } from '../jobs/resend.ts';
import { PLAN_STEP, stepIdOf } from '../jobs/types.ts';
import { checkCount, MAX_ELEMENTS } from '../kinds/declaration/limits.ts';
import type { Caller } from '../kinds/kind.ts';
import type { Services } from '../ports/services.ts';
import { queues as allQueues, deadLetterQueue } from '../queue/definitions.ts';
import { cursorOf, positionIn } from '../search/cursor.ts';
import { type ListPart, type PartRequest, pageText } from '../search/search.ts';
import { readPage } from '../validation/readPage.ts';
import { describe, isUuid } from '../validation/values.ts';
import { type Definitions, knownQueue } from './knownQueue.ts';

/** The operations on dead letters: list, resend, discard. */

/** Dead letters that the answer lists as skipped. */
export const MAX_SKIPPED = 1_000;

/** Dead letters moved or deleted in one transaction. */
const BATCH = 500;

/** A page of the dead letters of a queue, newest first; with the parameter `reason`, of those whose reason contains it. */
export async function listDeadLetters(
  services: Services,
  name: string,
  query: URLSearchParams,
  { reader, after }: Omit<PartRequest, 'size'> = { reader: '' },
  definitions: Definitions = allQueues,
): Promise<ListPart> {
  knownQueue(name, definitions);
  const { page: sent, size } = readPage(query, { defaultSize: 20, maxSize: 1_000 });
  const reason = query.get('reason') || undefined;
  const page = after === undefined ? sent : 0;
  const list = ['DeadLetter', name, reader, ...(reason === undefined ? [] : [reason])];
  const [place, id] = after === undefined ? [] : await positionIn(services, list, after);
  // One more shows whether there is a next part.
  const window = {
    from: page * size,
    size: size + 1,
    ...(after !== undefined && { after: { place: String(place), id: String(id) } }),
  };
  const { total, rows } = await deadLetters(services.sql, { queue: deadLetterQueue(name), reason }, window);
  const shown = rows.slice(0, size);
  const last = rows.length > size ? shown.at(-1) : undefined;
  const next = last && (await cursorOf(services, list, [last.place, last.id]));
  const frame = { page, size, ...(after !== undefined && { first: false, last: next === undefined }) };
  const text = pageText({ total, records: shown.map((row) => deadLetterText(name, row)) }, frame, true);
  return { text, ...(next !== undefined && { next }) };
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

/** Which dead letters of a queue a request names: those with these ids, those whose reason contains a text, or all. */
export interface RequestedLetters {
  readonly ids: unknown;
  readonly reason?: string | undefined;
}

/** What became of dead letters. */
export interface LetterCounts {
  /** Resent, or discarded. */
  readonly count: number;
  /** Those that stay, with the reason; at most MAX_SKIPPED. */
  readonly skipped: readonly { readonly id: string; readonly reason: string }[];
}

/**
 * Retries dead letters that are there now. For the dead letter of a step, the step is resent; while that is not possible,
 * the dead letter stays. Any other is enqueued under a new id, with its count of faults at zero.
 */
export async function redrive(
  services: Services,
  name: string,
  requested: RequestedLetters,
  { caller, definitions = allQueues }: { caller: Caller; definitions?: Definitions },
): Promise<LetterCounts> {
  const definition = knownQueue(name, definitions);
  const selection = await selectionOf(services, name, requested);
  const { sql } = services;
  let moved = 0;
  const skipped: { id: string; reason: string }[] = [];
  for (;;) {
    const rows = await deadLettersToRedrive(sql, { ...selection, except: skipped.map(({ id }) => id) }, BATCH);
    if (rows.length === 0) break;
    const batch = rows.map(({ id }) => id);
    if (definition.steps || name === 'job.plan') {
      const lettersOf = Map.groupBy(rows, ({ stepId, jobId }) => stepId ?? stepIdOf(jobId ?? '', PLAN_STEP));
      const resent = await resendSteps(services, [...lettersOf.keys()], {
        caller,
        deleteLetters(transaction, stepIds) {
          const letters = stepIds.flatMap((id) => lettersOf.get(id) ?? []).map(({ id }) => id);
          return deleteDeadLetters(transaction, selection.queue, letters);
        },
      });
      moved += resent.deleted;
      for (const [stepId, reason] of resent.skipped) {
        for (const { id } of lettersOf.get(stepId) ?? []) skipped.push({ id, reason });
      }
    } else {
      const enqueued = await sql`
        with deleted as (
          delete from pgboss.job where name = ${selection.queue} and id = any(${batch}::uuid[]) and state < 'active'
          returning data)
        insert into outbox (id, queue, data) select gen_random_uuid(), ${name}, (data - 'faults')::text from deleted`;
      moved += enqueued.count;
    }
    services.wakeRelay();
  }
  return { count: moved, skipped: skipped.slice(0, MAX_SKIPPED) };
}

/**
 * Deletes dead letters that are there now. Steps and notifications of their queue jobs stay as they are. Returns the number
 * of dead letters.
 */
export async function discard(services: Services, name: string, requested: RequestedLetters): Promise<number> {
  knownQueue(name, allQueues);
  const selection = await selectionOf(services, name, requested);
  let discarded = 0;
  for (;;) {
    const count = await discardDeadLetters(services.sql, selection, BATCH);
    discarded += count;
    // A smaller batch is not the last one: another request may have taken some of its letters.
    if (count === 0) return discarded;
  }
}

/** Throws a 400 if an id is unknown, if the reason is empty, or if both ids and a reason select. */
async function selectionOf(
  { sql }: Services,
  name: string,
  { ids: sent, reason }: RequestedLetters,
): Promise<LetterSelection> {
  const queue = deadLetterQueue(name);
  const ids = readIds(sent);
  // An empty text would select all of them, which nobody has asked for.
  if (reason === '') throw badRequest('The reason cannot be read.', ['reason: must not be empty']);
  if (ids && reason !== undefined)
    throw badRequest('The dead letters are selected twice.', [
      'reason: cannot be used together with ids in the body; leave one of them out',
    ]);
  if (ids) await refuseUnknown(sql, queue, ids);
  // A dead letter that comes later, also one that was resent meanwhile, is left.
  const [now] = await sql<{ at: string }[]>`select clock_timestamp()::text as at`;
  return { queue, ids, reason, until: now?.at };
}

function readIds(ids: unknown): string[] | undefined {
  if (ids === undefined) return undefined;
  if (!Array.isArray(ids))
    throw badRequest('The ids cannot be read.', [`body: must be an array of ids, not ${describe(ids)}`]);
  const tooMany: string[] = [];
  if (!checkCount(ids, MAX_ELEMENTS, tooMany, 'body')) throw badRequest('The ids cannot be read.', tooMany);
  const problems = ids.flatMap((id: unknown, index) =>
    typeof id === 'string' && isUuid(id) ? [] : [`[${index}]: type mismatch, ${describe(id)} is not a UUID`],
  );
  if (problems.length > 0) throw badRequest('The ids cannot be read.', problems);
  return ids.map((id: string) => id.toLowerCase());
}

async function refuseUnknown(sql: Services['sql'], queue: string, ids: readonly string[]): Promise<void> {
  const existing = await knownDeadLetters(sql, queue, ids);
  const problems = ids.flatMap((id, index) =>
    existing.has(id) ? [] : [`[${index}]: no dead letter has the id ${describe(id)}`],
  );
  if (problems.length > 0) throw badRequest('Some dead letters do not exist.', problems);
}
