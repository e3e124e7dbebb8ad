/**
 * $1 kind → ids of records that an index may show as they were before, and that the caller may not read as they are, or
 * which no longer exist: those of index.sync rows in the outbox, and of its jobs. A record that was created and not
 * changed since is left out, because no index has it, or as it is. Millions of logs are created and never changed. An id
 * that waits more than once may be one that is used again.
 *
 * Each look-up of a record is a scalar subquery, so that it is done by index, and not by reading the table for a join:
 * after a large import many ids wait, and fewer than the table has.
 *
 * @param readable the table, or a subquery of the records that the caller may read
 */
export const hiddenPendingIds = (table: string, readable: string): string => `
  select id from (
    select id, count(*) as times from (
      select json_array_elements_text(data::json -> 'ids') as id from outbox
      where queue = 'index.sync' and data::json ->> 'kind' = $1
      union all
      select jsonb_array_elements_text(data -> 'ids') from pgboss.job
      where name = 'index.sync' and state < 'completed' and data ->> 'kind' = $1
    ) pending group by id
  ) waiting
  where (times > 1
      or (select r.index_version = r.incarnation from ${table} r where r.id = waiting.id::uuid limit 1) is not true)
    and (select true from ${readable} v where v.id = waiting.id::uuid limit 1) is not true`;
