ALTER TABLE "session" ADD COLUMN "certificate_fingerprint" "bytea";
--> statement-breakpoint
-- Deletes the sessions of users who cannot sign in before or after a statement, or whose authentication it changes: the
-- session of a user who is enabled again does not come back. Members of dates are ISO 8601 texts in UTC with milliseconds.
-- As the owner: workers write users, and may not touch sessions.
CREATE FUNCTION end_sessions_of_users() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  moment text := to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
BEGIN
  DELETE FROM session WHERE id IN (
    SELECT s.id
    FROM old_rows o JOIN new_rows n USING (id) JOIN session s ON s.user_id = n.id
      CROSS JOIN LATERAL (SELECT o.doc::json AS before, n.doc::json AS after) d
    WHERE o.doc <> n.doc AND (
      before ->> 'authentication' IS DISTINCT FROM after ->> 'authentication'
      OR before ->> 'status' IS DISTINCT FROM 'ENABLE' OR after ->> 'status' IS DISTINCT FROM 'ENABLE'
      OR (before ->> 'validFrom') COLLATE "C" > moment OR (after ->> 'validFrom') COLLATE "C" > moment
      OR (before ->> 'validTo') COLLATE "C" <= moment OR (after ->> 'validTo') COLLATE "C" <= moment)
    -- Statements that delete sessions of one user lock them in one order.
    ORDER BY s.id FOR UPDATE OF s);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "app_user_sessions_update" AFTER UPDATE ON "app_user" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION end_sessions_of_users();
