/** The columns that `record_change_pending` and `record_change` share. */
const columns = 'kind, record_id, incarnation, version, links_before, links_after';

/** Runs with the rights of the owner: processes of the previous release have no privileges on the new tables. */
const OWNER = 'SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp';

/** What numbers the changes of records in the order of their commits (db/schema/changes.ts). */
export const changeTriggers: readonly string[] = [
  `INSERT INTO record_change_state (last, deleted_to) VALUES (0, 0);`,
  `-- Encrypts the cursors of consumers: 244 random bits from the system's source.
INSERT INTO shared_key (name, value) VALUES ('changes', gen_random_uuid()::text || gen_random_uuid()::text);`,
  `-- A trigger, because processes of the previous release write history too. One row for each row of a statement.
CREATE FUNCTION add_pending_changes() RETURNS trigger LANGUAGE plpgsql ${OWNER} AS $$
BEGIN
  INSERT INTO record_change_pending (kind, record_id, incarnation, version)
  SELECT kind, record_id, incarnation, version FROM new_rows;
  RETURN NULL;
END $$;`,
  `CREATE TRIGGER "history_change" AFTER INSERT ON "history" REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION add_pending_changes();`,
  `-- Gives positions to committed changes, at most so many, and returns their number. The lock of the one row is held until
-- the commit, so that no position is visible before a lower one. Each statement of the function has a snapshot of its own:
-- the second sees all that committed before the lock. Versions of one record have ascending ids, because each waits for
-- the commit of the one before; so the lowest ids never contain a version without the earlier ones.
CREATE FUNCTION number_record_changes(most integer) RETURNS integer LANGUAGE plpgsql ${OWNER} AS $$
DECLARE
  first bigint;
  numbered integer;
BEGIN
  SELECT last INTO STRICT first FROM record_change_state FOR UPDATE;
  WITH taken AS (
    DELETE FROM record_change_pending WHERE id = ANY (ARRAY(SELECT id FROM record_change_pending ORDER BY id LIMIT most))
    RETURNING id, ${columns})
  INSERT INTO record_change (position, ${columns})
  SELECT first + row_number() OVER (ORDER BY id), ${columns} FROM taken;
  GET DIAGNOSTICS numbered = ROW_COUNT;
  IF numbered > 0 THEN
    UPDATE record_change_state SET last = first + numbered;
  END IF;
  RETURN numbered;
END $$;`,
];
