import type { Database } from '../../client.ts';
import { classify } from '../../errors.ts';

/**
 * The order in which steps are claimed, as one number for both kinds of steps: `claim_order` of clients' own steps, lowest
 * first, and its negative as the priority of a queue job, highest first. Steps of a greater priority have lower numbers,
 * whatever their place among those of their priority.
 *
 * Places make shares, as start-time fair queueing does. The clock of a queue and priority is the greatest place that has
 * been claimed. The first step of a Job is placed at the clock, so that it waits neither for the many steps of others nor
 * they for its own; each further step is one place later, or as many as its submitter has open Jobs of the type. The Jobs of one
 * submitter begin at different places, so that many small ones have one share together. All is fixed at the insert, and
 * nothing is written at a claim but the clocks, once a second.
 */

/** Places of one priority. The product with the greatest priority fits into the integer that pg-boss stores. */
export const PLACES = 10_000_000;

/** Maximum number of places between two steps of a Job. */
export const MAX_WEIGHT = 32;

/** A clock beyond this place is set back when no Job of its queue is open, so that places do not run out. */
export const SET_BACK_FROM = 1_000_000;

/** The queue of clients' own steps of a type, as `claim_clock` names it. No queue of the broker has a space. */
export const queueOfType = (jobType: string): string => `type ${jobType}`;

export interface ClaimedPlace {
  readonly queue: string;
  readonly priority: number;
  readonly place: number;
}

/** The priority and the place in a claim order. */
export function placeIn(claimOrder: number): Pick<ClaimedPlace, 'priority' | 'place'> {
  const level = Math.floor(claimOrder / PLACES);
  return { priority: -level || 0, place: claimOrder - level * PLACES };
}

/** Advances clocks to places that have been claimed; one that is further stays. */
export async function advanceClocks(sql: Database, claimed: readonly ClaimedPlace[]): Promise<void> {
  if (claimed.length === 0) return;
  const ordered = claimed.toSorted((a, b) =>
    a.queue === b.queue ? a.priority - b.priority : a.queue < b.queue ? -1 : 1,
  );
  await sql`
    insert into claim_clock (queue, priority, place)
    select * from unnest(${ordered.map(({ queue }) => queue)}::text[], ${ordered.map(({ priority }) => priority)}::int[],
      ${ordered.map(({ place }) => place)}::bigint[])
    on conflict (queue, priority) do update set place = excluded.place where claim_clock.place < excluded.place`;
}

/**
 * Sets advanced clocks back to the first place if no Job that uses them is open. Does nothing if an open transaction has read
 * a clock, because it may insert a step that is placed by it: the lock waits for nobody.
 *
 * @param typesOf the job types of a queue of the broker
 */
export async function setClocksBack(sql: Database, typesOf: (queue: string) => readonly string[]): Promise<void> {
  const advanced = await sql<ClaimedPlace[]>`
    select queue, priority, place::float8 from claim_clock where place >= ${SET_BACK_FROM}`;
  if (advanced.length === 0) return;
  const reset = sql.begin(async (transaction) => {
    await transaction`lock table claim_clock in access exclusive mode nowait`;
    for (const { queue, priority } of advanced) {
      const types = queue.startsWith(queueOfType('')) ? [queue.slice(queueOfType('').length)] : [...typesOf(queue)];
      await transaction`
        delete from claim_clock where queue = ${queue} and priority = ${priority} and not exists (
          select from job where status in ('NEW', 'IN_PROGRESS') and priority = ${priority} and job_type = any(${types}::text[]))`;
    }
  });
  await reset.catch((error: unknown) => {
    if (classify(error) !== 'lockTimeout') throw error;
  });
}
