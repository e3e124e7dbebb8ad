import type { Transaction } from '../../client.ts';

/** Whether the time $1 lies in a period: ISO 8601 texts in UTC with milliseconds compare by code point. */
const isNow = (from: string, to: string): string =>
  `coalesce(${from} collate "C" <= $1, true) and coalesce(${to} collate "C" > $1, true)`;

/**
 * $1 now → one row if an active user has an administrator's rule. It starts from the few rules with fullAccess, and reads
 * indexes from there until the first user is found.
 */
const currentAdministrator = `
  with rules as materialized (
    select id from (select id, doc::json as doc from access_rule where position('"fullAccess":true' in doc) > 0) a
    where doc ->> 'fullAccess' = 'true' and doc ->> 'entityName' is null
      and coalesce(doc ->> 'accessRule', 'READ_WRITE') = 'READ_WRITE'
      and ${isNow("doc -> 'validFor' ->> 'validFrom'", "doc -> 'validFor' ->> 'validTo'")}),
  roles as materialized (
    select distinct r.id from rules join role_access_rule l on l.access_rule_id = rules.id join role r on r.id = l.role_id
    where ${isNow("l.doc::json -> 'period' ->> 'validFrom'", "l.doc::json -> 'period' ->> 'validTo'")}
      and ${isNow("r.doc::json ->> 'validityFrom'", "r.doc::json ->> 'validityTo'")})
  select 1 from roles cross join lateral (
    select user_id from user_role where role_id = roles.id
    union all
    select l.user_id from user_group g join user_user_group l on l.user_group_id = g.id
    where g.associated_user_role_id = roles.id
      and ${isNow("l.doc::json -> 'period' ->> 'validFrom'", "l.doc::json -> 'period' ->> 'validTo'")}
      and ${isNow("g.doc::json ->> 'validFrom'", "g.doc::json ->> 'validTo'")}) holder
    join lateral (select doc::json as doc from app_user where id = holder.user_id) u on true
  where u.doc ->> 'status' = 'ENABLE' and ${isNow("u.doc ->> 'validFrom'", "u.doc ->> 'validTo'")}
  limit 1`;

/** Returns whether an active user has a valid rule of full access to every kind. */
export async function administratorExists(transaction: Transaction): Promise<boolean> {
  return (await transaction.unsafe(currentAdministrator, [new Date().toISOString()])).length > 0;
}
