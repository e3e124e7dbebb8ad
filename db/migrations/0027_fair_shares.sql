CREATE TABLE "claim_clock" (
	"queue" text NOT NULL,
	"priority" integer NOT NULL,
	"place" bigint NOT NULL,
	CONSTRAINT "claim_clock_queue_priority_pk" PRIMARY KEY("queue","priority")
);
--> statement-breakpoint
ALTER TABLE "job" ADD COLUMN "submitter" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "job" ADD COLUMN "first_place" bigint;
--> statement-breakpoint
ALTER TABLE "job" ADD COLUMN "next_place" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE INDEX "job_share" ON "job" USING btree ("job_type","priority","submitter","first_place") WHERE status in ('NEW', 'IN_PROGRESS') and first_place is not null;
