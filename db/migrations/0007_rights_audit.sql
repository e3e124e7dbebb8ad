ALTER TABLE "audit_entry" ALTER COLUMN "search" DROP NOT NULL;
--> statement-breakpoint
CREATE INDEX "audit_entry_unsearched" ON "audit_entry" USING btree ("id") WHERE search is null;
--> statement-breakpoint
CREATE FUNCTION audit_rights() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kind text := TG_ARGV[0];
  shown text[] := TG_ARGV[1];
  shows_all boolean := TG_ARGV[2];
  action text := upper(regexp_replace(kind, '(.)([A-Z])', '\1_\2', 'g'))
    || CASE TG_OP WHEN 'INSERT' THEN '_CREATED' WHEN 'UPDATE' THEN '_CHANGED' ELSE '_DELETED' END;
BEGIN
  -- Planning takes longer than the rest. A static statement is planned once in a session; one with a join would keep the plan of few rows.
  IF TG_OP = 'INSERT' THEN
    WITH written AS MATERIALIZED (
        SELECT NULL::jsonb AS o, n.doc::jsonb AS n, n.audit::json AS by, n.id FROM new_rows n),
      changed AS MATERIALIZED (
        SELECT *, coalesce(n, o) AS r, count(*) OVER () AS total, row_number() OVER () AS place FROM written
        WHERE CASE WHEN shows_all THEN o IS DISTINCT FROM n
          ELSE EXISTS (SELECT FROM unnest(shown) m WHERE o -> m IS DISTINCT FROM n -> m) END)
      INSERT INTO audit_entry (id, doc)
      SELECT e.id, json_strip_nulls(json_build_object('id', e.id, 'at', by ->> 'whenEdited', 'user', by ->> 'whoEdited',
        'keyName', c.caller ->> 'keyName', 'action', action,
        'target', CASE WHEN total <= 1000 THEN CASE kind
          WHEN 'User' THEN r ->> 'code'
          WHEN 'UserGroup' THEN r ->> 'code'
          WHEN 'UserUserGroup' THEN concat_ws(' ', (select t.code from app_user t where t.id = (r ->> 'userId')::uuid), (select t.code from user_group t where t.id = (r ->> 'userGroupId')::uuid))
          WHEN 'UserRole' THEN concat_ws(' ', (select t.code from app_user t where t.id = (r ->> 'userId')::uuid), (select t.code from role t where t.id = (r ->> 'roleId')::uuid))
          WHEN 'Role' THEN r ->> 'code'
          WHEN 'RoleAccessRule' THEN concat_ws(' ', (select t.code from role t where t.id = (r ->> 'roleId')::uuid), (select t.code from access_rule t where t.id = (r ->> 'accessRuleId')::uuid))
          WHEN 'AccessRule' THEN r ->> 'code' END END,
        'targetKind', kind, 'targetId', CASE WHEN total <= 1000 THEN changed.id END,
        'changes', CASE WHEN total <= 1000 THEN (
          SELECT left(string_agg(CASE WHEN m <> ALL (shown) THEN m
              ELSE m || ': ' || CASE WHEN o IS NULL OR n IS NULL THEN left((r -> m)::text, 100)
                ELSE coalesce(left((o -> m)::text, 100), '-') || ' -> ' || coalesce(left((n -> m)::text, 100), '-') END
              END, '; ' ORDER BY m <> ALL (shown), m), 2000)
          FROM (SELECT jsonb_object_keys(o) UNION SELECT jsonb_object_keys(n)) AS keys(m)
          WHERE m <> 'id' AND (shows_all OR m = ANY (shown)) AND o -> m IS DISTINCT FROM n -> m) END,
        'outcome', 'SUCCEEDED', 'requestId', c.caller ->> 'requestId',
        'count', CASE WHEN total > 1000 THEN total END))::text
      FROM changed,
        (SELECT nullif(current_setting('waybill.caller', true), '')::json AS caller) c,
        LATERAL (SELECT (lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
          || substr(replace(gen_random_uuid()::text || changed.place, '-', ''), 14, 19))::uuid AS id) e
      WHERE total <= 1000 OR place = 1;
  ELSIF TG_OP = 'DELETE' THEN
    EXECUTE 'WITH written AS MATERIALIZED (
        SELECT o.doc::jsonb AS o, NULL::jsonb AS n, json_build_object(''whoEdited'', h.changed_by, ''whenEdited'',
          to_char(coalesce(h.changed_at, now()) AT TIME ZONE ''UTC'', ''YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'')) AS by, o.id
        FROM old_rows o LEFT JOIN history h ON h.record_id = o.id AND h.kind = $1
          AND h.incarnation = o.incarnation AND h.version = o.version + 1),
      changed AS MATERIALIZED (
        SELECT *, coalesce(n, o) AS r, count(*) OVER () AS total, row_number() OVER () AS place FROM written
        WHERE CASE WHEN $3 THEN o IS DISTINCT FROM n
          ELSE EXISTS (SELECT FROM unnest($2) m WHERE o -> m IS DISTINCT FROM n -> m) END)
      INSERT INTO audit_entry (id, doc)
      SELECT e.id, json_strip_nulls(json_build_object(''id'', e.id, ''at'', by ->> ''whenEdited'', ''user'', by ->> ''whoEdited'',
        ''keyName'', c.caller ->> ''keyName'', ''action'', $4,
        ''target'', CASE WHEN total <= 1000 THEN CASE $1
          WHEN ''User'' THEN r ->> ''code''
          WHEN ''UserGroup'' THEN r ->> ''code''
          WHEN ''UserUserGroup'' THEN concat_ws('' '', (select t.code from app_user t where t.id = (r ->> ''userId'')::uuid), (select t.code from user_group t where t.id = (r ->> ''userGroupId'')::uuid))
          WHEN ''UserRole'' THEN concat_ws('' '', (select t.code from app_user t where t.id = (r ->> ''userId'')::uuid), (select t.code from role t where t.id = (r ->> ''roleId'')::uuid))
          WHEN ''Role'' THEN r ->> ''code''
          WHEN ''RoleAccessRule'' THEN concat_ws('' '', (select t.code from role t where t.id = (r ->> ''roleId'')::uuid), (select t.code from access_rule t where t.id = (r ->> ''accessRuleId'')::uuid))
          WHEN ''AccessRule'' THEN r ->> ''code'' END END,
        ''targetKind'', $1, ''targetId'', CASE WHEN total <= 1000 THEN changed.id END,
        ''changes'', CASE WHEN total <= 1000 THEN (
          SELECT left(string_agg(CASE WHEN m <> ALL ($2) THEN m
              ELSE m || '': '' || CASE WHEN o IS NULL OR n IS NULL THEN left((r -> m)::text, 100)
                ELSE coalesce(left((o -> m)::text, 100), ''-'') || '' -> '' || coalesce(left((n -> m)::text, 100), ''-'') END
              END, ''; '' ORDER BY m <> ALL ($2), m), 2000)
          FROM (SELECT jsonb_object_keys(o) UNION SELECT jsonb_object_keys(n)) AS keys(m)
          WHERE m <> ''id'' AND ($3 OR m = ANY ($2)) AND o -> m IS DISTINCT FROM n -> m) END,
        ''outcome'', ''SUCCEEDED'', ''requestId'', c.caller ->> ''requestId'',
        ''count'', CASE WHEN total > 1000 THEN total END))::text
      FROM changed,
        (SELECT nullif(current_setting(''waybill.caller'', true), '''')::json AS caller) c,
        LATERAL (SELECT (lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, ''0'') || ''7''
          || substr(replace(gen_random_uuid()::text || changed.place, ''-'', ''''), 14, 19))::uuid AS id) e
      WHERE total <= 1000 OR place = 1' USING kind, shown, shows_all, action;
  ELSIF EXISTS (SELECT FROM new_rows) THEN
    EXECUTE 'WITH written AS MATERIALIZED (
        SELECT o.doc::jsonb AS o, n.doc::jsonb AS n, n.audit::json AS by, n.id
        FROM old_rows o JOIN new_rows n USING (id) WHERE o.version <> n.version AND o.doc <> n.doc),
      changed AS MATERIALIZED (
        SELECT *, coalesce(n, o) AS r, count(*) OVER () AS total, row_number() OVER () AS place FROM written
        WHERE CASE WHEN $3 THEN o IS DISTINCT FROM n
          ELSE EXISTS (SELECT FROM unnest($2) m WHERE o -> m IS DISTINCT FROM n -> m) END)
      INSERT INTO audit_entry (id, doc)
      SELECT e.id, json_strip_nulls(json_build_object(''id'', e.id, ''at'', by ->> ''whenEdited'', ''user'', by ->> ''whoEdited'',
        ''keyName'', c.caller ->> ''keyName'', ''action'', $4,
        ''target'', CASE WHEN total <= 1000 THEN CASE $1
          WHEN ''User'' THEN r ->> ''code''
          WHEN ''UserGroup'' THEN r ->> ''code''
          WHEN ''UserUserGroup'' THEN concat_ws('' '', (select t.code from app_user t where t.id = (r ->> ''userId'')::uuid), (select t.code from user_group t where t.id = (r ->> ''userGroupId'')::uuid))
          WHEN ''UserRole'' THEN concat_ws('' '', (select t.code from app_user t where t.id = (r ->> ''userId'')::uuid), (select t.code from role t where t.id = (r ->> ''roleId'')::uuid))
          WHEN ''Role'' THEN r ->> ''code''
          WHEN ''RoleAccessRule'' THEN concat_ws('' '', (select t.code from role t where t.id = (r ->> ''roleId'')::uuid), (select t.code from access_rule t where t.id = (r ->> ''accessRuleId'')::uuid))
          WHEN ''AccessRule'' THEN r ->> ''code'' END END,
        ''targetKind'', $1, ''targetId'', CASE WHEN total <= 1000 THEN changed.id END,
        ''changes'', CASE WHEN total <= 1000 THEN (
          SELECT left(string_agg(CASE WHEN m <> ALL ($2) THEN m
              ELSE m || '': '' || CASE WHEN o IS NULL OR n IS NULL THEN left((r -> m)::text, 100)
                ELSE coalesce(left((o -> m)::text, 100), ''-'') || '' -> '' || coalesce(left((n -> m)::text, 100), ''-'') END
              END, ''; '' ORDER BY m <> ALL ($2), m), 2000)
          FROM (SELECT jsonb_object_keys(o) UNION SELECT jsonb_object_keys(n)) AS keys(m)
          WHERE m <> ''id'' AND ($3 OR m = ANY ($2)) AND o -> m IS DISTINCT FROM n -> m) END,
        ''outcome'', ''SUCCEEDED'', ''requestId'', c.caller ->> ''requestId'',
        ''count'', CASE WHEN total > 1000 THEN total END))::text
      FROM changed,
        (SELECT nullif(current_setting(''waybill.caller'', true), '''')::json AS caller) c,
        LATERAL (SELECT (lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, ''0'') || ''7''
          || substr(replace(gen_random_uuid()::text || changed.place, ''-'', ''''), 14, 19))::uuid AS id) e
      WHERE total <= 1000 OR place = 1' USING kind, shown, shows_all, action;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "app_user_audit_insert" AFTER INSERT ON "app_user" REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION audit_rights('User', '{code,status,authentication,validFrom,validTo,roles,groups}', 'false');
--> statement-breakpoint
CREATE TRIGGER "app_user_audit_update" AFTER UPDATE ON "app_user" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION audit_rights('User', '{code,status,authentication,validFrom,validTo,roles,groups}', 'false');
--> statement-breakpoint
CREATE TRIGGER "app_user_audit_delete" AFTER DELETE ON "app_user" REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION audit_rights('User', '{code,status,authentication,validFrom,validTo,roles,groups}', 'false');
--> statement-breakpoint
CREATE TRIGGER "user_group_audit_insert" AFTER INSERT ON "user_group" REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION audit_rights('UserGroup', '{associatedUserRoleId}', 'false');
--> statement-breakpoint
CREATE TRIGGER "user_group_audit_update" AFTER UPDATE ON "user_group" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION audit_rights('UserGroup', '{associatedUserRoleId}', 'false');
--> statement-breakpoint
CREATE TRIGGER "user_group_audit_delete" AFTER DELETE ON "user_group" REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION audit_rights('UserGroup', '{associatedUserRoleId}', 'false');
--> statement-breakpoint
CREATE TRIGGER "user_user_group_audit_insert" AFTER INSERT ON "user_user_group" REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION audit_rights('UserUserGroup', '{userId,userGroupId,period}', 'true');
--> statement-breakpoint
CREATE TRIGGER "user_user_group_audit_update" AFTER UPDATE ON "user_user_group" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION audit_rights('UserUserGroup', '{userId,userGroupId,period}', 'true');
--> statement-breakpoint
CREATE TRIGGER "user_user_group_audit_delete" AFTER DELETE ON "user_user_group" REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION audit_rights('UserUserGroup', '{userId,userGroupId,period}', 'true');
--> statement-breakpoint
CREATE TRIGGER "user_role_audit_insert" AFTER INSERT ON "user_role" REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION audit_rights('UserRole', '{userId,roleId}', 'true');
--> statement-breakpoint
CREATE TRIGGER "user_role_audit_update" AFTER UPDATE ON "user_role" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION audit_rights('UserRole', '{userId,roleId}', 'true');
--> statement-breakpoint
CREATE TRIGGER "user_role_audit_delete" AFTER DELETE ON "user_role" REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION audit_rights('UserRole', '{userId,roleId}', 'true');
--> statement-breakpoint
CREATE TRIGGER "role_audit_insert" AFTER INSERT ON "role" REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION audit_rights('Role', '{code,validityFrom,validityTo}', 'true');
--> statement-breakpoint
CREATE TRIGGER "role_audit_update" AFTER UPDATE ON "role" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION audit_rights('Role', '{code,validityFrom,validityTo}', 'true');
--> statement-breakpoint
CREATE TRIGGER "role_audit_delete" AFTER DELETE ON "role" REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION audit_rights('Role', '{code,validityFrom,validityTo}', 'true');
--> statement-breakpoint
CREATE TRIGGER "role_access_rule_audit_insert" AFTER INSERT ON "role_access_rule" REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION audit_rights('RoleAccessRule', '{roleId,accessRuleId,period}', 'true');
--> statement-breakpoint
CREATE TRIGGER "role_access_rule_audit_update" AFTER UPDATE ON "role_access_rule" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION audit_rights('RoleAccessRule', '{roleId,accessRuleId,period}', 'true');
--> statement-breakpoint
CREATE TRIGGER "role_access_rule_audit_delete" AFTER DELETE ON "role_access_rule" REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION audit_rights('RoleAccessRule', '{roleId,accessRuleId,period}', 'true');
--> statement-breakpoint
CREATE TRIGGER "access_rule_audit_insert" AFTER INSERT ON "access_rule" REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION audit_rights('AccessRule', '{code,entityName,accessRule,fullAccess,validFor}', 'true');
--> statement-breakpoint
CREATE TRIGGER "access_rule_audit_update" AFTER UPDATE ON "access_rule" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION audit_rights('AccessRule', '{code,entityName,accessRule,fullAccess,validFor}', 'true');
--> statement-breakpoint
CREATE TRIGGER "access_rule_audit_delete" AFTER DELETE ON "access_rule" REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION audit_rights('AccessRule', '{code,entityName,accessRule,fullAccess,validFor}', 'true');
