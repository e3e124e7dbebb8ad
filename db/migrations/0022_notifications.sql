CREATE TABLE "notification" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"incarnation" bigint NOT NULL,
	"index_version" bigint NOT NULL,
	"doc" text NOT NULL,
	"audit" text NOT NULL,
	"search" text NOT NULL,
	"owner_type" text NOT NULL,
	"owner_id" text NOT NULL,
	"status" text NOT NULL,
	"expires_at" timestamp with time zone,
	"plan" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_attachment" (
	"notification_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"media_type" text NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "notification_attachment_notification_id_position_pk" PRIMARY KEY("notification_id","position")
);
--> statement-breakpoint
CREATE TABLE "notification_rule" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"incarnation" bigint NOT NULL,
	"index_version" bigint NOT NULL,
	"doc" text NOT NULL,
	"audit" text NOT NULL,
	"search" text NOT NULL,
	"code" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_target" (
	"id" uuid PRIMARY KEY NOT NULL,
	"notification_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"parent_id" uuid,
	"given" text NOT NULL,
	"channel" text,
	"address" text,
	"status" text NOT NULL,
	"status_reason" text,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"open_since" timestamp with time zone,
	"open_worker" text,
	"open_provider" text,
	"attempts" text DEFAULT '[]' NOT NULL,
	"provider_id" text,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "notification_owner" ON "notification" USING btree (hashtextextended(owner_id, hashtextextended(owner_type, 0)),"id");--> statement-breakpoint
CREATE UNIQUE INDEX "notification_target_told" ON "notification_target" USING btree ("notification_id","channel",md5(lower("address")));--> statement-breakpoint
ALTER TABLE notification_rule ALTER COLUMN code TYPE text COLLATE "C";--> statement-breakpoint
ALTER TABLE notification_rule ADD CONSTRAINT notification_rule_code UNIQUE (code) DEFERRABLE INITIALLY IMMEDIATE;--> statement-breakpoint
-- A target is written when it is accepted, when an attempt opens and when it ends; with room on its page, no index is.
ALTER TABLE notification_target SET (fillfactor = 50);--> statement-breakpoint
-- Holds nothing: whoever writes the names of templates into rules, or removes or renames a template, locks it first.
CREATE TABLE notification_rule_names ();
