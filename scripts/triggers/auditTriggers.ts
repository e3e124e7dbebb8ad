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

const triggersOf = (table: string, { kind, shown, all, target }: AuditedTable): string[] =>
  (['insert', 'update', 'delete'] as const).map((event) => {
    const argumentList = [kind, `{${shown.join(',')}}`, String(all), target].map(quoted).join(', ');
    return `CREATE TRIGGER "${table}_audit_${event}" AFTER ${event.toUpperCase()} ON "${table}" REFERENCING ${transitions[event]}
  FOR EACH STATEMENT EXECUTE FUNCTION audit_rights(${argumentList});`;
  });

/**
 * The function and the triggers that write the changes of rights to the audit list, whichever operation makes them. A
 * statement that changes up to 1,000 records of a kind writes an entry for each of them, in one insert; of more, one
 * entry with their number. The setting `waybill.caller` names the key and the request, if the writer has set it.
 * An entry has no search document: domain/identity/auditEntries.ts adds it before it searches.
 */
export const auditTriggers: readonly string[] = [
  `CREATE FUNCTION audit_rights() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  source text := CASE TG_OP
    WHEN 'INSERT' THEN 'SELECT NULL::jsonb AS o, n.doc::jsonb AS n, n.audit::json AS by, n.id FROM new_rows n'
    WHEN 'UPDATE' THEN 'SELECT o.doc::jsonb AS o, n.doc::jsonb AS n, n.audit::json AS by, n.id
      FROM old_rows o JOIN new_rows n USING (id) WHERE o.version <> n.version AND o.doc <> n.doc'
    ELSE 'SELECT o.doc::jsonb AS o, NULL::jsonb AS n, json_build_object(''whoEdited'', h.changed_by, ''whenEdited'',
        to_char(coalesce(h.changed_at, now()) AT TIME ZONE ''UTC'', ''YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'')) AS by, o.id
      FROM old_rows o LEFT JOIN history h ON h.record_id = o.id AND h.kind = ' || quote_literal(TG_ARGV[0])
      || ' AND h.incarnation = o.incarnation AND h.version = o.version + 1'
    END;
BEGIN
  EXECUTE 'WITH written AS MATERIALIZED (' || source || '),
    changed AS MATERIALIZED (
      SELECT *, coalesce(n, o) AS r, count(*) OVER () AS total, row_number() OVER () AS place FROM written
      WHERE CASE WHEN $2 THEN o IS DISTINCT FROM n
        ELSE EXISTS (SELECT FROM unnest($1) m WHERE o -> m IS DISTINCT FROM n -> m) END)
    INSERT INTO audit_entry (id, doc)
    SELECT e.id, json_strip_nulls(json_build_object(''id'', e.id, ''at'', by ->> ''whenEdited'', ''user'', by ->> ''whoEdited'',
      ''keyName'', c.caller ->> ''keyName'', ''action'', $3,
      ''target'', CASE WHEN total <= 1000 THEN ' || TG_ARGV[3] || ' END, ''targetKind'', $4,
      ''targetId'', CASE WHEN total <= 1000 THEN changed.id END,
      ''changes'', CASE WHEN total <= 1000 THEN (
        SELECT left(string_agg(CASE WHEN m <> ALL ($1) THEN m
            ELSE m || '': '' || CASE WHEN o IS NULL OR n IS NULL THEN left((r -> m)::text, 100)
              ELSE coalesce(left((o -> m)::text, 100), ''-'') || '' -> '' || coalesce(left((n -> m)::text, 100), ''-'') END
            END, ''; '' ORDER BY m <> ALL ($1), m), 2000)
        FROM (SELECT jsonb_object_keys(o) UNION SELECT jsonb_object_keys(n)) AS keys(m)
        WHERE m <> ''id'' AND ($2 OR m = ANY ($1)) AND o -> m IS DISTINCT FROM n -> m) END,
      ''outcome'', ''SUCCEEDED'', ''requestId'', c.caller ->> ''requestId'',
      ''count'', CASE WHEN total > 1000 THEN total END))::text
    FROM changed,
      (SELECT nullif(current_setting(''waybill.caller'', true), '''')::json AS caller) c,
      LATERAL (SELECT (lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, ''0'') || ''7''
        || substr(replace(gen_random_uuid()::text || changed.place, ''-'', ''''), 14, 19))::uuid AS id) e
    WHERE total <= 1000 OR place = 1'
  USING TG_ARGV[1]::text[], TG_ARGV[2]::boolean,
    upper(regexp_replace(TG_ARGV[0], '(.)([A-Z])', '\\1_\\2', 'g'))
      || CASE TG_OP WHEN 'INSERT' THEN '_CREATED' WHEN 'UPDATE' THEN '_CHANGED' ELSE '_DELETED' END, TG_ARGV[0];
  RETURN NULL;
END $$;`,
  ...Object.entries(auditedTables).flatMap(([table, audited]) => triggersOf(table, audited)),
];
