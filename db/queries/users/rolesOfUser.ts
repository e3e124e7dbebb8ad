/**
 * $1 code of a user → its id, its own roles, and its memberships with the role of each group. Reads indexes on the
 * user's id. The caller checks the periods of the memberships.
 */
export const rolesOfUser = `select u.id, u.code,
    array(select role_id from user_role where user_id = u.id) as "ownRoles",
    coalesce((
      select json_agg(json_build_object('group', g.code, 'role', g.associated_user_role_id, 'period', l.doc::json->'period'))
      from user_user_group l join user_group g on g.id = l.user_group_id where l.user_id = u.id), '[]')::text as memberships
  from app_user u where u.code = $1`;
