import type { Database } from '../../client.ts';

export interface SavedQueryRow {
  readonly id: string;
  /** Id of the user; null if the query was saved while authentication was off. */
  readonly owner: string | null;
  readonly view: string;
  readonly name: string;
  readonly query: string;
  readonly shared: boolean;
  readonly savedAt: Date;
}

interface ListedQueryRow extends SavedQueryRow {
  /** Code of the owner. */
  readonly ownerCode: string | null;
}

/** Returns a part of the shared queries and, unless `onlyShared`, those of the owner, by name. */
export const listQueries = (
  sql: Database,
  { owner, view, onlyShared }: { owner: string | null; view: string | undefined; onlyShared: boolean },
  { from, size }: { readonly from: number; readonly size: number },
) => sql<ListedQueryRow[]>`
  select q.id, q.user_id as owner, u.code as "ownerCode", q.view, q.name, q.query, q.shared, q.saved_at as "savedAt"
  from saved_query q left join app_user u on u.id = q.user_id
  where (q.shared ${onlyShared ? sql`` : sql`or q.user_id is not distinct from ${owner}::uuid`})
    ${view === undefined ? sql`` : sql`and q.view = ${view}`}
  order by q.name, q.id limit ${size} offset ${from}`;

/** Counts the queries of an owner, except the one of this view and name. */
export async function countOtherQueries(
  sql: Database,
  { owner, view, name }: Pick<SavedQueryRow, 'owner' | 'view' | 'name'>,
): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from saved_query
    where user_id is not distinct from ${owner}::uuid and (view, name) <> (${view}, ${name})`;
  return row?.count ?? 0;
}

/**
 * Stores a query in place of the owner's query of the same view and name, which keeps its id: of two requests at the same
 * time, the second replaces what the first has stored. The lock of the owner makes a deletion of the user wait, which then
 * deletes the query too.
 *
 * @returns the stored row; undefined if the owner does not exist
 */
export async function storeQuery(
  sql: Database,
  one: Omit<SavedQueryRow, 'savedAt'>,
): Promise<SavedQueryRow | undefined> {
  const [row] = await sql<SavedQueryRow[]>`
    with owner as materialized (select id from app_user where id = ${one.owner}::uuid for key share)
    insert into saved_query (id, user_id, view, name, query, shared)
    select ${one.id}::uuid, ${one.owner}::uuid, ${one.view}::text, ${one.name}::text, ${one.query}::text, ${one.shared}::boolean
    where ${one.owner}::uuid is null or exists (select from owner)
    on conflict (user_id, view, name) do update
      set query = excluded.query, shared = excluded.shared, saved_at = now()
    returning id, user_id as owner, view, name, query, shared, saved_at as "savedAt"`;
  return row;
}

export async function queryById(
  sql: Database,
  id: string,
): Promise<Pick<SavedQueryRow, 'owner' | 'shared'> | undefined> {
  const [row] = await sql<Pick<SavedQueryRow, 'owner' | 'shared'>[]>`
    select user_id as owner, shared from saved_query where id = ${id}`;
  return row;
}

/** Deletes a query if it is still one of the owner or, with `othersIfShared`, still shared. */
export const deleteQuery = (
  sql: Database,
  { id, owner, othersIfShared }: { id: string; owner: string | null; othersIfShared: boolean },
) => sql`
  delete from saved_query
  where id = ${id} and (user_id is not distinct from ${owner}::uuid ${othersIfShared ? sql`or shared` : sql``})`;
