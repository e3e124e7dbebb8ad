CREATE TABLE "delivery_turn" (
	"key" text PRIMARY KEY NOT NULL,
	"taken_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_message" (
	"id" text PRIMARY KEY NOT NULL,
	"target_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_state" (
	"provider" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"openings" integer DEFAULT 0 NOT NULL,
	"until" timestamp with time zone,
	"tried_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "shared_key" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "suppression" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"address" text NOT NULL,
	"doc" text NOT NULL,
	"audit" text NOT NULL,
	"search" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notification" ADD COLUMN "later_window" text;--> statement-breakpoint
ALTER TABLE "notification_target" ADD COLUMN "receipt_id" text;--> statement-breakpoint
ALTER TABLE "notification_target" ADD COLUMN "receipt_status" text;--> statement-breakpoint
CREATE UNIQUE INDEX "suppression_address" ON "suppression" USING btree ("channel",md5(lower("address")));--> statement-breakpoint
-- Signs the links by which recipients end what they get. Random by the system's source, 244 bits of it.
INSERT INTO shared_key (name, value) VALUES ('unsubscribe', gen_random_uuid()::text || gen_random_uuid()::text);
