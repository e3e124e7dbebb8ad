CREATE TABLE "record_change" (
	"position" bigint PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"record_id" uuid NOT NULL,
	"incarnation" bigint NOT NULL,
	"version" integer NOT NULL,
	"links_before" text,
	"links_after" text,
	"numbered_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "record_change_pending" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "record_change_pending_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"record_id" uuid NOT NULL,
	"incarnation" bigint NOT NULL,
	"version" integer NOT NULL,
	"links_before" text,
	"links_after" text
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0, autovacuum_vacuum_insert_threshold = -1);
--> statement-breakpoint
CREATE TABLE "record_change_state" (
	"single" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"last" bigint NOT NULL,
	"deleted_to" bigint NOT NULL
);
--> statement-breakpoint
INSERT INTO record_change_state (last, deleted_to) VALUES (0, 0);
--> statement-breakpoint
-- Encrypts the cursors of consumers: 244 random bits from the system's source.
INSERT INTO shared_key (name, value) VALUES ('changes', gen_random_uuid()::text || gen_random_uuid()::text);
--> statement-breakpoint
-- A trigger, because processes of the previous release write history too. One row for each row of a statement.
CREATE FUNCTION add_pending_changes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO record_change_pending (kind, record_id, incarnation, version)
  SELECT kind, record_id, incarnation, version FROM new_rows;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "history_change" AFTER INSERT ON "history" REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION add_pending_changes();
--> statement-breakpoint
-- Gives positions to committed changes, at most so many, and returns their number. The lock of the one row is held until
-- the commit, so that no position is visible before a lower one. Each statement of the function has a snapshot of its own:
-- the second sees all that committed before the lock. Versions of one record have ascending ids, because each waits for
-- the commit of the one before; so the lowest ids never contain a version without the earlier ones.
CREATE FUNCTION number_record_changes(most integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  first bigint;
  numbered integer;
BEGIN
  SELECT last INTO STRICT first FROM record_change_state FOR UPDATE;
  WITH taken AS (
    DELETE FROM record_change_pending WHERE id = ANY (ARRAY(SELECT id FROM record_change_pending ORDER BY id LIMIT most))
    RETURNING id, kind, record_id, incarnation, version, links_before, links_after)
  INSERT INTO record_change (position, kind, record_id, incarnation, version, links_before, links_after)
  SELECT first + row_number() OVER (ORDER BY id), kind, record_id, incarnation, version, links_before, links_after FROM taken;
  GET DIAGNOSTICS numbered = ROW_COUNT;
  IF numbered > 0 THEN
    UPDATE record_change_state SET last = first + numbered;
  END IF;
  RETURN numbered;
END $$;
