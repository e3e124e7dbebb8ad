DROP INDEX "job_step_claimable";
--> statement-breakpoint
ALTER TABLE "job" ADD COLUMN "expired" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "job" ADD COLUMN "paused" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "job" ADD COLUMN "priority" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "job" ADD COLUMN "start_after" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "job" ADD COLUMN "deadline" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "job_step" ADD COLUMN "job_type" text;
--> statement-breakpoint
ALTER TABLE "job_step" ADD COLUMN "claim_order" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE INDEX "job_deadline" ON "job" USING btree ("deadline") WHERE status in ('NEW', 'IN_PROGRESS') and deadline is not null;
--> statement-breakpoint
CREATE INDEX "job_step_claimable" ON "job_step" USING btree ("job_type","claim_order","incarnation","id") WHERE outcome is null and queue_job_id is null;
--> statement-breakpoint
UPDATE "job_step" s SET job_type = j.job_type FROM "job" j WHERE j.id = s.job_id AND s.outcome IS NULL;
--> statement-breakpoint
-- The release before inserts and reopens steps without the type of their Job, by which they are claimed.
CREATE FUNCTION type_of_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT j.job_type INTO new.job_type FROM public.job j WHERE j.id = new.job_id;
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER "job_step_type" BEFORE INSERT OR UPDATE OF status ON "job_step"
  FOR EACH ROW WHEN (new.job_type IS NULL AND new.status IN ('NEW', 'IN_PROGRESS')) EXECUTE FUNCTION type_of_step();
