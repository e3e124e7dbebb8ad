CREATE TABLE "queue_pause" (
	"queue" text PRIMARY KEY NOT NULL,
	"paused_at" timestamp with time zone DEFAULT now() NOT NULL,
	"paused_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "job" ADD COLUMN "waiter" text;--> statement-breakpoint
CREATE INDEX "outbox_refused" ON "outbox" USING btree ("queue") WHERE refused_because is not null;--> statement-breakpoint
-- Every row of the outbox is deleted within milliseconds: it wants vacuum by count, not by a share of its size.
ALTER TABLE outbox SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0, autovacuum_vacuum_insert_threshold = -1);
