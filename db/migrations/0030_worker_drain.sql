ALTER TABLE "process" ADD COLUMN "drain_requested_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "process" ADD COLUMN "drain_requested_by" text;
