/**
 * $1 ids of roles → their rules, each with its link. One look-up of a role in the index of links, and one by primary key
 * for each link. The caller checks the periods of the links.
 */
export const rulesOfRoles = `select l.doc as link, r.doc as rule
  from role_access_rule l join access_rule r on r.id = l.access_rule_id
  where l.role_id = any($1::uuid[])`;
