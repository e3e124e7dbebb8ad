import type { Database } from '../../client.ts';
import { queryReadable } from '../access/readableRows.ts';
import { pinnedText } from '../documents/templateRows.ts';

/** The reply of a worker to a caller who waits in another process. */
export interface NewResult {
  /** Of the queue job. */
  readonly id: string;
  /** JSON text. */
  readonly result: string | null;
  /** JSON text of the error in place of a result. */
  readonly error: string | null;
  /** Of a document: format and code of the template, separated by a blank. */
  readonly document: string | null;
  /** JSON text of the data of a document. */
  readonly input: string | null;
  /** The channel of the process that waits. */
  readonly replyTo: string;
}

/** Ids of one NOTIFY: its payload has less than 8,000 bytes. */
export const MAX_RESULTS = 200;

/**
 * Stores results and notifies each process that waits for some of them once. A result that exists stays: a job may run
 * twice.
 */
export async function writeResults(sql: Database, results: readonly NewResult[]): Promise<void> {
  await sql`
    with input as (
      select * from unnest(${results.map(({ id }) => id)}::uuid[], ${results.map(({ result }) => result)}::text[],
        ${results.map(({ error }) => error)}::text[], ${results.map(({ document }) => document)}::text[],
        ${results.map(({ input }) => input)}::text[], ${results.map(({ replyTo }) => replyTo)}::text[])
        as input(id, result, error, document, input, reply_to)
    ), stored as (
      insert into job_result (id, result, error, document, input) select id, result, error, document, input from input on conflict (id) do nothing
    )
    select pg_notify(reply_to, string_agg(id::text, ',')) from input group by reply_to`;
}

export interface ResultRow {
  readonly result: string | null;
  readonly error: string | null;
}

export async function readResult(sql: Database, id: string): Promise<ResultRow | undefined> {
  const [row] = await sql<ResultRow[]>`select result, error from job_result where id = ${id}`;
  return row;
}

/** Returns why a queue job has been retried last; undefined if it has not, or has ended. */
export async function retryReason(sql: Database, queue: string, id: string): Promise<string | undefined> {
  const [row] = await sql<{ reason: string | null }[]>`
    select output->>'message' as reason from pgboss.job where name = ${queue} and id = ${id}`;
  return row?.reason ?? undefined;
}

/** Deletes a result that the caller has received. */
export async function deleteResult(sql: Database, id: string): Promise<void> {
  await sql`delete from job_result where id = ${id}`;
}

/** Maximum length of the text that pins a template with fifty others, and of the member around it. */
const MAX_PINNED = 4_000;

/**
 * Writes an outbox row whose payload has the deadline of its caller by the database's clock, because the clocks of two
 * machines may differ by more than the wait.
 *
 * @param template  the payload also names the version that this template has now (domain/documents/items/pinnedTemplates.ts)
 * @returns undefined when there is no such template, and no row; else the version that the payload names, or an empty text
 */
export async function enqueueWithDeadline(
  sql: Database,
  { id, queue, data, waitMs, template }: NewAwaitedJob,
): Promise<string | undefined> {
  const end =
    template === undefined
      ? `'}'`
      : `',"template":"' || ${pinnedText('t', template.source)} || '"}' from ${template.source} t where t.code = $5`;
  const text = `insert into outbox (id, queue, data)
    select $1::uuid, $2, left($3::text, -1) || ',"deadline":' ||
      (extract(epoch from clock_timestamp()) * 1000 + $4::int)::bigint::text || ${end}
    returning coalesce(substring(right(data::text, ${MAX_PINNED}) from '"template": ?"([^"]+)"}$'), '') as pinned`;
  const values = [id, queue, JSON.stringify(data), waitMs];
  const [row] = await queryReadable<{ pinned: string }>(sql, text, template ? [...values, template.code] : values);
  return row?.pinned;
}

export interface NewAwaitedJob {
  readonly id: string;
  readonly queue: string;
  /** An object with at least one member. */
  readonly data: object;
  readonly waitMs: number;
  /** The code of a template, and the table or a subquery with its columns to find it in. */
  readonly template?: { readonly code: string; readonly source: string } | undefined;
}

/** Of these jobs, those with a waiting caller: before their deadline, and without a result. */
export async function awaitedJobs(
  sql: Database,
  jobs: readonly { readonly id: string; readonly deadline: number }[],
): Promise<Set<string>> {
  const rows = await sql<{ id: string }[]>`
    select id from unnest(${jobs.map(({ id }) => id)}::uuid[], ${jobs.map(({ deadline }) => deadline)}::float8[])
      as input(id, deadline)
    where deadline > extract(epoch from clock_timestamp()) * 1000
      and not exists (select from job_result r where r.id = input.id)`;
  return new Set(rows.map(({ id }) => id));
}

/** Marks a job whose caller has gone, so that it does not start. */
export async function abandonJob(sql: Database, id: string): Promise<void> {
  await sql`
    with unmoved as (delete from outbox where id = ${id})
    insert into job_result (id, error) values (${id}, '{"status":"BAD_REQUEST","message":"The caller has closed the connection.","errors":[]}')
    on conflict (id) do nothing`;
}

export interface DocumentResultRow extends ResultRow {
  readonly document: string;
  /** There is no result yet. */
  readonly pending: boolean;
}

/** Returns the document of a job of `document.render`, rendered or pending; undefined if there is no such job. */
export async function documentResult(sql: Database, id: string): Promise<DocumentResultRow | undefined> {
  const [row] = await sql<DocumentResultRow[]>`
    select result, error, document, false as pending from job_result where id = ${id} and document is not null
    union all
    select null, null, (data->>'format') || ' ' || (data->>'code'), true from pgboss.job
    where name = 'document.render' and id = ${id} and state < 'completed'
    union all
    select null, null, (data::json->>'format') || ' ' || (data::json->>'code'), true from outbox where queue = 'document.render' and id = ${id}
    limit 1`;
  return row;
}

/** Deletes results that were not fetched in time. */
export async function deleteOldResults(sql: Database, resultDays: number): Promise<void> {
  await sql`
    delete from job_result
    where created_at < now() - case when document is null then interval '1 day' else make_interval(days => ${resultDays}) end`;
}
