/** By event, which rows of a statement change rights: all rows, or updated rows for which a condition on o and n holds. */
interface RightsTable {
  readonly insert?: true;
  /** A condition on the row before (o) and after (n). */
  readonly update?: string;
  readonly delete?: true;
}

const changed = (columns: readonly string[]): string =>
  columns.map((name) => `o.${name} is distinct from n.${name}`).join(' or ');

const changedMembers = (members: readonly string[]): string =>
  members.map((name) => `o.doc::json ->> '${name}' is distinct from n.doc::json ->> '${name}'`).join(' or ');

/**
 * The tables that decide what a credential may do. A new user, rule, key or session changes no decision that a process
 * may have cached; a new link does.
 */
const rightsTables: Readonly<Record<string, RightsTable>> = {
  app_user: {
    update: `o.doc <> n.doc and (${changedMembers(['code', 'name', 'status', 'validFrom', 'validTo', 'authentication'])})`,
    delete: true,
  },
  user_group: {
    update: `${changed(['code', 'associated_user_role_id'])} or o.doc <> n.doc and (${changedMembers(['validFrom', 'validTo'])})`,
    delete: true,
  },
  user_user_group: { insert: true, update: changed(['doc']), delete: true },
  user_role: { insert: true, update: changed(['doc']), delete: true },
  role: {
    update: `${changed(['code'])} or o.doc <> n.doc and (${changedMembers(['validityFrom', 'validityTo'])})`,
    delete: true,
  },
  role_access_rule: { insert: true, update: changed(['doc']), delete: true },
  access_rule: { update: changed(['doc']), delete: true },
  api_key: { update: changed(['user_id', 'name', 'scopes', 'valid_to', 'revoked_at']), delete: true },
  user_password: { insert: true, update: changed(['hash']), delete: true },
  session: { update: changed(['user_id', 'expires_at']), delete: true },
};

const transitions = {
  insert: 'NEW TABLE AS changed_rows',
  delete: 'OLD TABLE AS changed_rows',
  update: 'OLD TABLE AS old_rows NEW TABLE AS new_rows',
} as const;

const triggersOf = (table: string, events: RightsTable): string[] =>
  (['insert', 'update', 'delete'] as const).flatMap((event) => {
    const condition = events[event];
    if (condition === undefined) return [];
    const argument = condition === true ? '' : `'${condition.replaceAll("'", "''")}'`;
    return `CREATE TRIGGER "${table}_access_${event}" AFTER ${event.toUpperCase()} ON "${table}" REFERENCING ${transitions[event]}
  FOR EACH STATEMENT EXECUTE FUNCTION raise_access_epoch(${argument});`;
  });

/** The function and the triggers that write `access_change` (db/schema/access.ts) and notify all processes. */
export const accessTriggers: readonly string[] = [
  `-- Statement triggers: one row and one notification for a statement, however many rows it changes.
CREATE FUNCTION raise_access_epoch() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changes boolean;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NOT EXISTS (SELECT FROM new_rows) THEN
      RETURN NULL;
    END IF;
    EXECUTE 'SELECT EXISTS (SELECT FROM old_rows o JOIN new_rows n USING ('
      || CASE TG_TABLE_NAME WHEN 'user_password' THEN 'user_id' ELSE 'id' END || ') WHERE ' || TG_ARGV[0] || ')' INTO changes;
  ELSE
    SELECT EXISTS (SELECT FROM changed_rows) INTO changes;
  END IF;
  IF changes THEN
    INSERT INTO access_change DEFAULT VALUES;
    PERFORM pg_notify('access_changed', '');
  END IF;
  RETURN NULL;
END $$;`,
  ...Object.entries(rightsTables).flatMap(([table, events]) => triggersOf(table, events)),
];
