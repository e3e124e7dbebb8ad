CREATE TABLE "rule_change_feed" (
	"rule_id" uuid PRIMARY KEY NOT NULL,
	"position" bigint NOT NULL,
	"holder" text,
	"batch_id" uuid,
	"batch_to" bigint,
	"attempt_count" integer DEFAULT 0 NOT NULL,
	"error" text,
	"missed" boolean DEFAULT false NOT NULL,
	"fence" integer DEFAULT 0 NOT NULL,
	"worker" text,
	"lease_until" timestamp with time zone,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"queued_until" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "rule_change_feed" ADD CONSTRAINT "rule_change_feed_rule_id_notification_rule_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."notification_rule"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- A trigger, because rules are written on several paths: a feed begins at the position of the transaction that writes its
-- rule, so that no change between the rule and the first look of a worker is missed. A write that names no holder, such as
-- a rename of a template, leaves the holder.
CREATE FUNCTION follow_record_changes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
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
END $$;
--> statement-breakpoint
CREATE TRIGGER "notification_rule_feed" AFTER INSERT OR UPDATE OF doc ON "notification_rule"
  FOR EACH ROW EXECUTE FUNCTION follow_record_changes();
