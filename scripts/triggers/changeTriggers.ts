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

/** What begins and ends the feeds of rules (db/schema/changes.ts). */
export const ruleFeedTriggers: readonly string[] = [
  `-- A trigger, because rules are written on several paths: a feed begins at the position of the transaction that writes its
-- rule, so that no change between the rule and the first look of a worker is missed. A write that names no holder, such as
-- a rename of a template, leaves the holder.
CREATE FUNCTION follow_record_changes() RETURNS trigger LANGUAGE plpgsql ${OWNER} AS $$
DECLARE
  writer text := nullif(current_setting('waybill.holder', true), '');
BEGIN
  IF new.doc::json ->> 'eventType' = 'SYSTEM' AND new.doc::json -> 'config' ->> 'event' = 'RECORD_CHANGED' THEN
    INSERT INTO rule_change_feed (rule_id, position, holder) SELECT new.id, last, writer FROM record_change_state
    ON CONFLICT (rule_id) DO UPDATE SET holder = coalesce(excluded.holder, rule_change_feed.holder), next_at = now();
  ELSE
    DELETE FROM rule_change_feed WHERE rule_id = new.id;
  END IF;
  RETURN NULL;
END $$;`,
  `CREATE TRIGGER "notification_rule_feed" AFTER INSERT OR UPDATE OF doc ON "notification_rule"
  FOR EACH ROW EXECUTE FUNCTION follow_record_changes();`,
];
