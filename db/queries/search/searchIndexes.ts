import type { Database } from '../../client.ts';

/** LIVE serves searches, FILLING is being filled, DROPPING is to be dropped. Writers write to the first two. */
type IndexState = 'LIVE' | 'FILLING' | 'DROPPING';

export interface SearchIndexRow {
  readonly engine: string;
  readonly kind: string;
  readonly number: number;
  readonly name: string;
  readonly state: IndexState;
  readonly jobId: string | null;
  readonly createdAt: Date;
  readonly liveSince: Date | null;
}

const columns =
  'engine, kind, number, name, state, job_id as "jobId", created_at as "createdAt", live_since as "liveSince"';

/**
 * Returns the indexes that a change of this kind must be written to: the live one and those being filled. Read each time
 * before the rows: an index registered in between is filled from rows that are as new, and a later list could name it to a
 * sync that writes older rows.
 */
export function indexRowsOf(
  sql: Database,
  engine: string,
  kind: string,
): Promise<Pick<SearchIndexRow, 'name' | 'state'>[]> {
  return sql<Pick<SearchIndexRow, 'name' | 'state'>[]>`
    select name, state from search_index
    where engine = ${engine} and kind = ${kind} and state in ('LIVE', 'FILLING') order by number`;
}

/** As {@link indexRowsOf}, an expression of their names, an array. @param kind an SQL expression */
export const namesOfIndexes = (engine: string, kind: string): string =>
  `array(select name from search_index where engine = '${engine}' and kind = ${kind} and state in ('LIVE', 'FILLING') order by number)`;

/** The names of indexRowsOf. */
export async function indexesOf(sql: Database, engine: string, kind: string): Promise<string[]> {
  return (await indexRowsOf(sql, engine, kind)).map(({ name }) => name);
}

export function allIndexes(sql: Database, engine: string): Promise<SearchIndexRow[]> {
  return sql<SearchIndexRow[]>`
    select ${sql.unsafe(columns)} from search_index where engine = ${engine} order by kind, number`;
}

/** Returns the next number of an index. Numbers are never reused, so that a late writer does not write to a newer index. */
export async function nextIndexNumber(sql: Database): Promise<number> {
  const [next] = await sql<{ number: number }[]>`select nextval('search_index_number')::int as number`;
  if (!next) throw new Error('The sequence search_index_number has returned no number.');
  return next.number;
}

/**
 * Registers an index of a kind as FILLING, and returns its row. A unique index allows one filling index for a kind: while
 * another is being filled, its row is returned.
 */
export async function registerIndex(
  sql: Database,
  index: Pick<SearchIndexRow, 'engine' | 'kind' | 'number' | 'name' | 'jobId'>,
): Promise<SearchIndexRow> {
  const { engine, kind, number, name, jobId } = index;
  for (;;) {
    const [registered] = await sql<SearchIndexRow[]>`
      insert into search_index (engine, kind, number, name, state, job_id)
      values (${engine}, ${kind}, ${number}, ${name}, 'FILLING', ${jobId})
      on conflict do nothing
      returning ${sql.unsafe(columns)}`;
    if (registered) return registered;
    const [other] = await sql<SearchIndexRow[]>`
      select ${sql.unsafe(columns)} from search_index where engine = ${engine} and kind = ${kind} and state = 'FILLING'`;
    if (other) return other;
  }
}

/** Promotes an index and sets the previous one to DROPPING, in one statement. A repetition changes nothing. */
export async function setLive(sql: Database, engine: string, kind: string, number: number): Promise<void> {
  await sql`
    update search_index set
      state = case when number = ${number} then 'LIVE' else 'DROPPING' end,
      live_since = case when number = ${number} then coalesce(live_since, now()) else live_since end
    where engine = ${engine} and kind = ${kind}
      and (number = ${number} or state = 'LIVE')
      and exists (select 1 from search_index n where n.engine = ${engine} and n.kind = ${kind} and n.number = ${number})`;
}

/** Sets a filling index to DROPPING. New writes no longer reach it; writes in progress may fail. */
export async function setDropping(sql: Database, engine: string, kind: string, number: number): Promise<void> {
  await sql`
    update search_index set state = 'DROPPING'
    where engine = ${engine} and kind = ${kind} and number = ${number} and state = 'FILLING'`;
}

export async function deleteIndexRow(sql: Database, engine: string, kind: string, number: number): Promise<void> {
  await sql`delete from search_index
    where engine = ${engine} and kind = ${kind} and number = ${number} and state = 'DROPPING'`;
}

/** Assigns a filling index without a Job to a Job. Returns false if another Job was first. */
export async function adoptIndex(
  sql: Database,
  engine: string,
  kind: string,
  number: number,
  jobId: string,
): Promise<boolean> {
  const adopted = await sql`
    update search_index set job_id = ${jobId}
    where engine = ${engine} and kind = ${kind} and number = ${number} and state = 'FILLING' and job_id is null`;
  return adopted.count > 0;
}

/** Returns filling indexes whose Job was deleted, or FAILED more than `olderThanHours` ago. */
export function abandonedIndexes(sql: Database, engine: string, olderThanHours: number): Promise<SearchIndexRow[]> {
  return sql<SearchIndexRow[]>`
    select ${sql.unsafe(columns.replaceAll(/(^|, )/g, '$1i.'))} from search_index i
    where i.engine = ${engine} and i.state = 'FILLING' and i.job_id is not null and not exists (
      select from job j where j.id = i.job_id
        and (j.status <> 'FAILED' or j.updated_at > now() - make_interval(hours => ${olderThanHours})))`;
}
