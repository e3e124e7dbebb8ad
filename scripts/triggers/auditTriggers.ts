/** A table of records whose changes are in the audit list. */
interface AuditedTable {
  readonly kind: string;
  /** Members whose values an entry shows. */
  readonly shown: readonly string[];
  /** Whether changes of other members are entries too, which show only the names of these members. */
  readonly all: boolean;
  /** SQL of the target that an entry names, from the record `r` as json. */
  readonly target: string;
}

const codeOf = (table: string, member: string): string =>
  `(select t.code from ${table} t where t.id = (r ->> '${member}')::uuid)`;
const link = (one: string, other: string): string => `concat_ws(' ', ${one}, ${other})`;

/** The tables of the records that grant rights. Names of changed members are shown, and values where they are no free text. */
const auditedTables: Readonly<Record<string, AuditedTable>> = {
  app_user: {
    kind: 'User',
    shown: ['code', 'status', 'authentication', 'validFrom', 'validTo', 'roles', 'groups'],
    all: false,
    target: `r ->> 'code'`,
  },
  user_group: {
    kind: 'UserGroup',
    shown: ['associatedUserRoleId'],
    all: false,
    target: `r ->> 'code'`,
  },
  user_user_group: {
    kind: 'UserUserGroup',
    shown: ['userId', 'userGroupId', 'period'],
    all: true,
    target: link(codeOf('app_user', 'userId'), codeOf('user_group', 'userGroupId')),
  },
  user_role: {
    kind: 'UserRole',
    shown: ['userId', 'roleId'],
    all: true,
    target: link(codeOf('app_user', 'userId'), codeOf('role', 'roleId')),
  },
  role: { kind: 'Role', shown: ['code', 'validityFrom', 'validityTo'], all: true, target: `r ->> 'code'` },
  role_access_rule: {
    kind: 'RoleAccessRule',
    shown: ['roleId', 'accessRuleId', 'period'],
    all: true,
    target: link(codeOf('role', 'roleId'), codeOf('access_rule', 'accessRuleId')),
  },
  access_rule: {
    kind: 'AccessRule',
    shown: ['code', 'entityName', 'accessRule', 'fullAccess', 'validFor'],
    all: true,
    target: `r ->> 'code'`,
  },
};

const transitions = {
  insert: 'NEW TABLE AS new_rows',
  update: 'OLD TABLE AS old_rows NEW TABLE AS new_rows',
  delete: 'OLD TABLE AS old_rows',
} as const;

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const triggersOf = (table: string, { kind, shown, all }: AuditedTable): string[] =>
  (['insert', 'update', 'delete'] as const).map((event) => {
    const argumentList = [kind, `{${shown.join(',')}}`, String(all)].map(quoted).join(', ');
    return `CREATE TRIGGER "${table}_audit_${event}" AFTER ${event.toUpperCase()} ON "${table}" REFERENCING ${transitions[event]}
  FOR EACH STATEMENT EXECUTE FUNCTION audit_rights(${argumentList});`;
  });

/** By event, the records before (o) and after (n) that a statement has written, with their writers. */
const written = {
  insert: 'SELECT NULL::jsonb AS o, n.doc::jsonb AS n, n.audit::json AS by, n.id FROM new_rows n',
  update: `SELECT o.doc::jsonb AS o, n.doc::jsonb AS n, n.audit::json AS by, n.id
        FROM old_rows o JOIN new_rows n USING (id) WHERE o.version <> n.version AND o.doc <> n.doc`,
  delete: `SELECT o.doc::jsonb AS o, NULL::jsonb AS n, json_build_object('whoEdited', h.changed_by, 'whenEdited',
          to_char(coalesce(h.changed_at, now()) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) AS by, o.id
        FROM old_rows o LEFT JOIN history h ON h.record_id = o.id AND h.kind = $1
          AND h.incarnation = o.incarnation AND h.version = o.version + 1`,
} as const;

const targets = Object.values(auditedTables).map(({ kind, target }) => `WHEN '${kind}' THEN ${target}`);

/** Inserts the entries. $1 kind, $2 members whose values are shown, $3 whether changes of all members are entries, $4 action. */
const insertEntries = (event: keyof typeof written): string => `WITH written AS MATERIALIZED (
        ${written[event]}),
      changed AS MATERIALIZED (
        SELECT *, coalesce(n, o) AS r, count(*) OVER () AS total, row_number() OVER () AS place FROM written
        WHERE CASE WHEN $3 THEN o IS DISTINCT FROM n
          ELSE EXISTS (SELECT FROM unnest($2) m WHERE o -> m IS DISTINCT FROM n -> m) END)
      INSERT INTO audit_entry (id, doc)
      SELECT e.id, json_strip_nulls(json_build_object('id', e.id, 'at', by ->> 'whenEdited', 'user', by ->> 'whoEdited',
        'keyName', c.caller ->> 'keyName', 'action', $4,
        'target', CASE WHEN total <= 1000 THEN CASE $1
          ${targets.join('\n          ')} END END,
        'targetKind', $1, 'targetId', CASE WHEN total <= 1000 THEN changed.id END,
        'changes', CASE WHEN total <= 1000 THEN (
          SELECT left(string_agg(CASE WHEN m <> ALL ($2) THEN m
              ELSE m || ': ' || CASE WHEN o IS NULL OR n IS NULL THEN left((r -> m)::text, 100)
                ELSE coalesce(left((o -> m)::text, 100), '-') || ' -> ' || coalesce(left((n -> m)::text, 100), '-') END
              END, '; ' ORDER BY m <> ALL ($2), m), 2000)
          FROM (SELECT jsonb_object_keys(o) UNION SELECT jsonb_object_keys(n)) AS keys(m)
          WHERE m <> 'id' AND ($3 OR m = ANY ($2)) AND o -> m IS DISTINCT FROM n -> m) END,
        'outcome', 'SUCCEEDED', 'requestId', c.caller ->> 'requestId',
        'count', CASE WHEN total > 1000 THEN total END))::text
      FROM changed,
        (SELECT nullif(current_setting('waybill.caller', true), '')::json AS caller) c,
        LATERAL (SELECT (lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
          || substr(replace(gen_random_uuid()::text || changed.place, '-', ''), 14, 19))::uuid AS id) e
      WHERE total <= 1000 OR place = 1`;

/** The variables of the function, by their places in the statement. */
const variables: Readonly<Record<string, string>> = { $1: 'kind', $2: 'shown', $3: 'shows_all', $4: 'action' };

/**
 * The function and the triggers that write the changes of rights to the audit list, whichever operation makes them. A
 * statement that changes up to 1,000 records of a kind writes an entry for each of them, in one insert; of more, one
 * entry with their number. The setting `waybill.caller` names the key and the request, if the writer has set it.
 * An entry has no search document: domain/identity/auditEntries.ts adds it before it searches.
 */
export const auditTriggers: readonly string[] = [
  `CREATE FUNCTION audit_rights() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kind text := TG_ARGV[0];
  shown text[] := TG_ARGV[1];
  shows_all boolean := TG_ARGV[2];
  action text := upper(regexp_replace(kind, '(.)([A-Z])', '\\1_\\2', 'g'))
    || CASE TG_OP WHEN 'INSERT' THEN '_CREATED' WHEN 'UPDATE' THEN '_CHANGED' ELSE '_DELETED' END;
BEGIN
  -- Planning takes longer than the rest. A static statement is planned once in a session; one with a join would keep the plan of few rows.
  IF TG_OP = 'INSERT' THEN
    ${insertEntries('insert').replaceAll(/\$\d/g, (place) => variables[place] ?? place)};
  ELSIF TG_OP = 'DELETE' THEN
    EXECUTE ${quoted(insertEntries('delete'))} USING kind, shown, shows_all, action;
  ELSIF EXISTS (SELECT FROM new_rows) THEN
    EXECUTE ${quoted(insertEntries('update'))} USING kind, shown, shows_all, action;
  END IF;
  RETURN NULL;
END $$;`,
  ...Object.entries(auditedTables).flatMap(([table, audited]) => triggersOf(table, audited)),
];
