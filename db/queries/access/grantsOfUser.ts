/**
 * $1 id of a user, $2 id of a key with a limit, or null → everything that decides what the user may do, of any time: the caller
 * checks the periods. One statement sees one state of the rights. Each part is read from an index on the user or on the role. Documents of links and groups
 * are parsed only if they contain a period.
 */
export const grantsOfUser = `
  with membership as (
    select g.code as "group", g.associated_user_role_id as "roleId",
      case when position('"period":' in l.doc) > 0 then l.doc::json -> 'period' end as period,
      case when position('"valid' in g.doc) > 0 then
        json_build_object('validFrom', g.doc::json -> 'validFrom', 'validTo', g.doc::json -> 'validTo') end as "validFor"
    from user_user_group l join user_group g on g.id = l.user_group_id where l.user_id = $1::uuid),
  own_role as (select role_id from user_role where user_id = $1::uuid),
  all_role as (select role_id from own_role union select "roleId" from membership where "roleId" is not null)
  select u.id, u.code, u.doc,
    array(select role_id from own_role) as "ownRoleIds",
    coalesce((select json_agg(m) from membership m), '[]')::text as memberships,
    coalesce((
      select json_agg(json_build_object('id', r.id, 'code', r.code, 'validFor',
        json_build_object('validFrom', r.doc::json -> 'validityFrom', 'validTo', r.doc::json -> 'validityTo')))
      from role r where r.id in (select role_id from all_role)), '[]')::text as roles,
    coalesce((
      select json_agg(json_build_object('roleId', l.role_id, 'period', l.doc::json -> 'period', 'rule', a.doc::json))
      from role_access_rule l join access_rule a on a.id = l.access_rule_id
      where l.role_id in (select role_id from all_role)), '[]')::text as links,
    (select rights_limit from api_key where id = $2::uuid and user_id = u.id) as "limit"
  from app_user u where u.id = $1::uuid`;
