CREATE TABLE "schedule" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"incarnation" bigint NOT NULL,
	"index_version" bigint NOT NULL,
	"doc" text NOT NULL,
	"audit" text NOT NULL,
	"search" text NOT NULL,
	"code" text COLLATE "C" NOT NULL,
	CONSTRAINT "schedule_code_unique" UNIQUE("code") DEFERRABLE INITIALLY IMMEDIATE
);
--> statement-breakpoint
CREATE TABLE "schedule_run" (
	"schedule_id" uuid NOT NULL,
	"planned_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone DEFAULT now() NOT NULL,
	"outcome" text NOT NULL,
	"job_id" uuid,
	"reason" text,
	CONSTRAINT "schedule_run_schedule_id_planned_at_pk" PRIMARY KEY("schedule_id","planned_at")
);
--> statement-breakpoint
CREATE TABLE "schedule_state" (
	"schedule_id" uuid PRIMARY KEY NOT NULL,
	"holder" text,
	"revision" integer DEFAULT 1 NOT NULL,
	"planned_revision" integer DEFAULT 0 NOT NULL,
	"timing" text,
	"planned_at" timestamp with time zone,
	"next_at" timestamp with time zone,
	"waiting" boolean DEFAULT false NOT NULL,
	"fence" integer DEFAULT 0 NOT NULL,
	"job_id" uuid
);
--> statement-breakpoint
ALTER TABLE "schedule_run" ADD CONSTRAINT "schedule_run_schedule_id_schedule_state_schedule_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."schedule_state"("schedule_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "schedule_state" ADD CONSTRAINT "schedule_state_schedule_id_schedule_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."schedule"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "schedule_state_next" ON "schedule_state" USING btree ("next_at") WHERE next_at is not null;
--> statement-breakpoint
CREATE INDEX "schedule_state_changed" ON "schedule_state" USING btree ("schedule_id") WHERE planned_revision < revision;
--> statement-breakpoint
-- A trigger, because schedules are written on several paths. It runs with the rights of the owner, as only workers may
-- write the state. A write that names no holder leaves the holder.
CREATE FUNCTION follow_schedules() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  writer text := nullif(current_setting('waybill.holder', true), '');
BEGIN
  INSERT INTO schedule_state (schedule_id, holder) VALUES (new.id, writer)
  ON CONFLICT (schedule_id) DO UPDATE
    SET holder = coalesce(excluded.holder, schedule_state.holder), revision = schedule_state.revision + 1;
  PERFORM pg_notify('waybill_schedules', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "schedule_state" AFTER INSERT OR UPDATE OF doc ON "schedule"
  FOR EACH ROW EXECUTE FUNCTION follow_schedules();
