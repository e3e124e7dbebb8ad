import type { Database } from '../../client.ts';

/**
 * Returns the ids of the rules with this event type.
 *
 * @param excluded values of `config.event` of rules that are not triggered
 */
export async function rulesOfType(sql: Database, eventType: string, excluded: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from notification_rule where doc::json ->> 'eventType' = ${eventType}
      and coalesce(doc::json -> 'config' ->> 'event', '') <> all (${excluded}::text[]) order by id`;
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
