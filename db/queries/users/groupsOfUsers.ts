/**
 * $1 user ids, $2 how many at most → the group that each of their links leads to, and the link's text where it may have a period. Both parts
 * are read from indexes (db/schema/records.ts): the links of a user may be anywhere in the table, and 5,000 of them are
 * as many pages to be read.
 */
export const linksOfUsers = `
  with periods as materialized (
    select id, doc from user_user_group where user_id = any($1::uuid[]) and position('"period":' in doc) > 0)
  select l.user_id as "userId", l.user_group_id as "groupId", p.doc as link
  from (select id, user_id, user_group_id from user_user_group where user_id = any($1::uuid[])) l
    left join periods p on p.id = l.id limit $2::int`;
