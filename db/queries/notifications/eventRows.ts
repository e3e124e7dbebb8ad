import type { Database, Transaction } from '../../client.ts';

/** The events that the end of a Job publishes: one at each end. */
export const jobEndEvents = ['JOB_COMPLETED', 'JOB_FAILED', 'JOB_CANCELLED'] as const;

export type JobEndEvent = (typeof jobEndEvents)[number];

/** The events that reports about e-mails publish. */
const messageEvents = ['MESSAGE_BOUNCED', 'MESSAGE_COMPLAINED'] as const;

/** The values of `config.event`. RECORD_CHANGED has feeds: no queue job evaluates its rules. */
export const ruleEvents = [...jobEndEvents, ...messageEvents, 'DEAD_LETTER', 'RECORD_CHANGED'] as const;

/** The events that trigger only rules that name them: no operator has to act on them. */
const namedEvents: readonly string[] = ['JOB_COMPLETED', 'JOB_CANCELLED', ...messageEvents];

/** Returns the ids of the rules with this event type. */
export async function rulesOfType(sql: Database, eventType: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from notification_rule where doc::json ->> 'eventType' = ${eventType} order by id`;
  return rows.map(({ id }) => id);
}

/**
 * Returns the ids of the rules of the type SYSTEM that an event triggers: those that name it, and, unless it is one of the
 * named events, those that name no event. An array `config.jobTypes` of a rule must contain the type of the Job.
 */
export async function rulesOfSystemEvent(
  sql: Database | Transaction,
  { event, jobType }: { readonly event: string; readonly jobType: string | null },
): Promise<string[]> {
  const others = ruleEvents.filter((one) => one !== event || one === 'RECORD_CHANGED');
  const isNamed = namedEvents.includes(event);
  const rows = await sql<{ id: string }[]>`
    select id from notification_rule, lateral (select doc::json -> 'config' as config) as settings
    where doc::json ->> 'eventType' = 'SYSTEM'
      and coalesce(config ->> 'event', '') <> all (${others}::text[])
      and (not ${isNamed}::boolean or config ->> 'event' = ${event})
      and case when ${jobType}::text is not null and json_typeof(config -> 'jobTypes') = 'array'
        then ${jobType} in (select json_array_elements_text(config -> 'jobTypes')) else true end
    order by id`;
  return rows.map(({ id }) => id);
}

/** Writes outbox rows, except for ids that already have one. */
export async function enqueueOnce(
  sql: Database,
  queue: string,
  jobs: readonly { readonly id: string; readonly data: string }[],
): Promise<void> {
  await sql`
    insert into outbox (id, queue, data)
    select id, ${queue}, data from unnest(${jobs.map(({ id }) => id)}::uuid[], ${jobs.map(({ data }) => data)}::text[])
      as input(id, data)
    on conflict do nothing`;
}
