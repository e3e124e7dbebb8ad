ALTER TABLE "job" ADD COLUMN "unique_key" text;
--> statement-breakpoint
CREATE INDEX "job_unique_open" ON "job" USING btree ("job_type","unique_key") WHERE unique_key is not null and status in ('NEW', 'IN_PROGRESS');
--> statement-breakpoint
CREATE INDEX "job_unique_completed" ON "job" USING btree ("job_type","unique_key","incarnation") WHERE unique_key is not null and status = 'COMPLETED';
