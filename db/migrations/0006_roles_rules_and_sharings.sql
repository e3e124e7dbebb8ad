CREATE TABLE "access_rule" (
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
CREATE TABLE "role" (
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
CREATE TABLE "role_access_rule" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"incarnation" bigint NOT NULL,
	"index_version" bigint NOT NULL,
	"doc" text NOT NULL,
	"audit" text NOT NULL,
	"search" text NOT NULL,
	"access_rule_id" uuid NOT NULL,
	"role_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sharing" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"incarnation" bigint NOT NULL,
	"index_version" bigint NOT NULL,
	"doc" text NOT NULL,
	"audit" text NOT NULL,
	"search" text NOT NULL,
	"owner_type" text GENERATED ALWAYS AS (doc::json ->> 'ownerType') STORED NOT NULL,
	"owner_id" text GENERATED ALWAYS AS (doc::json ->> 'ownerId') STORED NOT NULL,
	"ref_type" text GENERATED ALWAYS AS (doc::json ->> 'refType') STORED NOT NULL,
	"ref_id" text GENERATED ALWAYS AS (doc::json ->> 'refId') STORED NOT NULL,
	"sharing_type_code" text GENERATED ALWAYS AS (doc::json ->> 'sharingTypeCode') STORED,
	"is_public" boolean GENERATED ALWAYS AS (coalesce(doc::json ->> 'isPublic' = 'true', false)) STORED NOT NULL
);
--> statement-breakpoint
ALTER TABLE "role_access_rule" ADD CONSTRAINT "role_access_rule_access_rule_id_access_rule_id_fk" FOREIGN KEY ("access_rule_id") REFERENCES "public"."access_rule"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_access_rule" ADD CONSTRAINT "role_access_rule_role_id_role_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."role"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "role_access_rule_access_rule" ON "role_access_rule" USING btree ("access_rule_id");--> statement-breakpoint
CREATE INDEX "role_access_rule_role" ON "role_access_rule" USING btree ("role_id");--> statement-breakpoint
CREATE INDEX "sharing_owner" ON "sharing" USING btree (hashtextextended(owner_id, hashtextextended(owner_type, 0)),"id");--> statement-breakpoint
CREATE INDEX "sharing_ref" ON "sharing" USING btree (hashtextextended(ref_id, hashtextextended(owner_type, 0)),"id");--> statement-breakpoint
CREATE INDEX "sharing_public" ON "sharing" USING btree (hashtextextended(owner_type, 0),"id") WHERE is_public;--> statement-breakpoint
-- Codes by code point and deferrable, as those of every kind: 0001 says why. References too: a saveDiff writes in its own order.
ALTER TABLE role ALTER COLUMN code TYPE text COLLATE "C";--> statement-breakpoint
ALTER TABLE role ADD CONSTRAINT role_code UNIQUE (code) DEFERRABLE INITIALLY IMMEDIATE;--> statement-breakpoint
ALTER TABLE access_rule ALTER COLUMN code TYPE text COLLATE "C";--> statement-breakpoint
ALTER TABLE access_rule ADD CONSTRAINT access_rule_code UNIQUE (code) DEFERRABLE INITIALLY IMMEDIATE;--> statement-breakpoint
ALTER TABLE role_access_rule ALTER CONSTRAINT role_access_rule_access_rule_id_access_rule_id_fk DEFERRABLE INITIALLY IMMEDIATE;--> statement-breakpoint
ALTER TABLE role_access_rule ALTER CONSTRAINT role_access_rule_role_id_role_id_fk DEFERRABLE INITIALLY IMMEDIATE;
