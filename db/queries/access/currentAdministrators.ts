import type { Transaction } from '../../client.ts';

/** Tests a period with these ends at the time $1. */
type PeriodTest = (from: string, to: string) => string;

const hasBegun = (from: string): string => `coalesce(${from} collate "C" <= $1, true)`;
/** ISO 8601 texts in UTC with milliseconds compare by code point. */
const isNow: PeriodTest = (from, to) => `${hasBegun(from)} and coalesce(${to} collate "C" > $1, true)`;
const isNowWithoutEnd: PeriodTest = (from, to) => `${hasBegun(from)} and ${to} is null`;

/**
 * $1 now → one row if an active user has an administrator's rule, by periods that pass the test. It starts from the few
 * rules with fullAccess, and reads indexes from there until the first user is found.
 */
const administrator = (test: PeriodTest): string => `
  with rules as materialized (
    select id from (select id, doc::json as doc from access_rule where position('"fullAccess":true' in doc) > 0) a
    where doc ->> 'fullAccess' = 'true' and doc ->> 'entityName' is null
      and coalesce(doc ->> 'accessRule', 'READ_WRITE') = 'READ_WRITE'
      and ${test("doc -> 'validFor' ->> 'validFrom'", "doc -> 'validFor' ->> 'validTo'")}),
  roles as materialized (
    select distinct r.id from rules join role_access_rule l on l.access_rule_id = rules.id join role r on r.id = l.role_id
    where ${test("l.doc::json -> 'period' ->> 'validFrom'", "l.doc::json -> 'period' ->> 'validTo'")}
      and ${test("r.doc::json ->> 'validityFrom'", "r.doc::json ->> 'validityTo'")})
  select 1 from roles cross join lateral (
    select user_id from user_role where role_id = roles.id
    union all
    select l.user_id from user_group g join user_user_group l on l.user_group_id = g.id
    where g.associated_user_role_id = roles.id
      and ${test("l.doc::json -> 'period' ->> 'validFrom'", "l.doc::json -> 'period' ->> 'validTo'")}
      and ${test("g.doc::json ->> 'validFrom'", "g.doc::json ->> 'validTo'")}) holder
    join lateral (select doc::json as doc from app_user where id = holder.user_id) u on true
  where u.doc ->> 'status' = 'ENABLE' and ${test("u.doc ->> 'validFrom'", "u.doc ->> 'validTo'")}
  limit 1`;

/** An administrator is `lasting` if none of the periods that make it one has an end. */
export type Administrators = 'lasting' | 'ending' | 'none';

/** Returns which kind of administrators there are now: active users with a valid rule of full access to every kind. */
export async function currentAdministrators(transaction: Transaction): Promise<Administrators> {
  const now = [new Date().toISOString()];
  if ((await transaction.unsafe(administrator(isNowWithoutEnd), now)).length > 0) return 'lasting';
  return (await transaction.unsafe(administrator(isNow), now)).length > 0 ? 'ending' : 'none';
}
