ALTER TABLE "job_step" ADD COLUMN "claimable_at" timestamp with time zone;
--> statement-breakpoint
CREATE INDEX "job_step_claimable" ON "job_step" USING btree ("incarnation","id") WHERE outcome is null and queue_job_id is null;
