import type { Database, Transaction } from '../../client.ts';

export interface DeadLetterRow {
  readonly id: string;
  readonly data: string;
  readonly reason: string | null;
  readonly at: Date;
  readonly queuedAt: Date | null;
  readonly attempts: number | null;
  /** The time with all its digits. */
  readonly place: string;
}

/** Dead letters of a queue; without ids, reason and time, all of them. */
export interface LetterSelection {
  /** The queue of the dead letters. */
  readonly queue: string;
  readonly ids?: readonly string[] | undefined;
  readonly except?: readonly string[] | undefined;
  /** A text that the reason contains, in any case. */
  readonly reason?: string | undefined;
  /** A time of the database; later ones are left out. */
  readonly until?: string | undefined;
}

/** The text that operators see as the reason. */
const REASON = `coalesce(source_output->>'message', source_output::text)`;

/** The condition of a selection on rows of pg-boss. */
const selects = (sql: Database, { queue, ids, except = [], reason, until }: LetterSelection) => sql`
  name = ${queue} and state < 'active'
    and (${ids === undefined} or id = any(${[...(ids ?? [])]}::uuid[]))
    and not id = any(${[...except]}::uuid[])
    and (${reason === undefined} or position(lower(${reason ?? ''}) in lower(${sql.unsafe(REASON)})) > 0)
    and created_on <= coalesce(${until ?? null}::timestamptz, 'infinity')`;

export async function deadLetters(
  sql: Database,
  selection: LetterSelection,
  { from, size, after }: { from: number; size: number; after?: { place: string; id: string } | undefined },
): Promise<{ total: number; rows: DeadLetterRow[] }> {
  const [counted] = await sql<{ total: number }[]>`
    select count(*)::int as total from pgboss.job where ${selects(sql, selection)}`;
  const rows = await sql<DeadLetterRow[]>`
    select id, data::text, ${sql.unsafe(REASON)} as reason, created_on as at,
      source_created_on as "queuedAt", source_retry_count + 1 as attempts, created_on::text as place
    from pgboss.job where ${selects(sql, selection)}
      and (${after?.place ?? null}::timestamptz is null or created_on < ${after?.place ?? null}::timestamptz
        or (created_on = ${after?.place ?? null}::timestamptz and id > ${after?.id ?? null}::uuid))
    order by created_on desc, id limit ${size} offset ${from}`;
  return { total: counted?.total ?? 0, rows };
}

/** Returns the oldest selected dead letters with what they name. */
export async function deadLettersToRedrive(
  sql: Database,
  selection: LetterSelection,
  limit: number,
): Promise<{ id: string; stepId: string | null; jobId: string | null }[]> {
  return sql<{ id: string; stepId: string | null; jobId: string | null }[]>`
    select id, data->>'stepId' as "stepId", data->>'jobId' as "jobId" from pgboss.job
    where ${selects(sql, selection)} order by created_on, id limit ${limit}`;
}

/** Deletes up to `limit` of the selected dead letters and returns how many. One that is sent again meanwhile is skipped. */
export async function discardDeadLetters(sql: Database, selection: LetterSelection, limit: number): Promise<number> {
  const rows = await sql`
    delete from pgboss.job where name = ${selection.queue} and state < 'active' and id = any(array(
      select id from pgboss.job where ${selects(sql, selection)} order by created_on, id limit ${limit}))
    returning 1`;
  return rows.length;
}

/** Deletes dead letters by id and returns how many were there. */
export async function deleteDeadLetters(sql: Transaction, queue: string, ids: readonly string[]): Promise<number> {
  const { count } = await sql`
    delete from pgboss.job where name = ${queue} and state < 'active' and id = any(${[...ids]}::uuid[])`;
  return count;
}

/** Returns those of the ids that dead letters of the queue have. */
export async function knownDeadLetters(sql: Database, queue: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ id: string }[]>`select id from pgboss.job where ${selects(sql, { queue, ids })}`;
  return new Set(rows.map(({ id }) => id));
}
