CREATE TABLE "digest" (
	"key" text PRIMARY KEY NOT NULL,
	"leader" uuid NOT NULL,
	"closes_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "digest_item" (
	"target_id" uuid PRIMARY KEY NOT NULL,
	"leader" uuid NOT NULL,
	"added_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"data" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "digest_item_leader" ON "digest_item" USING btree ("leader","added_at");
