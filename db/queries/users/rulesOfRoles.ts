/**
 * $1 ids of roles → the rules that they have, each with its link. One look-up by role in the index of the links, and one
 * by primary key for each of these; which of them hold now is for the caller to say.
 */
export const rulesOfRoles = `select l.doc as link, r.doc as rule
  from role_access_rule l join access_rule r on r.id = l.access_rule_id
  where l.role_id = any($1::uuid[])`;
