ALTER TABLE "process" ADD COLUMN "drain_requested_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "process" ADD COLUMN "drain_requested_by" text;
--> statement-breakpoint
-- Written each second: not to the write-ahead log. A crash of the server empties them, and the next heartbeat writes them.
ALTER TABLE "process_metrics" SET UNLOGGED;
--> statement-breakpoint
ALTER TABLE "process" SET UNLOGGED;
--> statement-breakpoint
-- Nor statistics of their columns after each minute, which no plan needs.
ALTER TABLE "process" SET (autovacuum_analyze_threshold = 1000000);
--> statement-breakpoint
ALTER TABLE "process_metrics" SET (autovacuum_analyze_threshold = 1000000);
