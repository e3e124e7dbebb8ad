ALTER TABLE "rule_change_feed" ADD COLUMN "failing_since" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "rule_change_feed" ADD COLUMN "last_posted_at" timestamp with time zone;
