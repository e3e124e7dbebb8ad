/**
 * $1 user ids, $2 limit → the group of each of their links, with the text of a link that may have a period. Both parts
 * are read from indexes (db/schema/records.ts): links of a user are scattered over the table, so that 5,000 of them
 * would read as many pages.
 *
 * @param groups a subquery of the groups to which links count; absent: all
 */
export const linksOfUsers = (groups?: string): string => `
  with periods as materialized (
    select id, doc from user_user_group where user_id = any($1::uuid[]) and position('"period":' in doc) > 0)
  select l.user_id as "userId", l.user_group_id as "groupId", p.doc as link
  from (select id, user_id, user_group_id from user_user_group where user_id = any($1::uuid[])) l
    left join periods p on p.id = l.id
  ${groups === undefined ? '' : `where l.user_group_id in (select id from ${groups} g)`} limit $2::int`;
