CREATE TABLE "user_group_region" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"incarnation" bigint NOT NULL,
	"index_version" bigint NOT NULL,
	"doc" text NOT NULL,
	"audit" text NOT NULL,
	"search" text NOT NULL,
	"user_group_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "user_group_region" ADD CONSTRAINT "user_group_region_user_group_id_user_group_id_fk" FOREIGN KEY ("user_group_id") REFERENCES "public"."user_group"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_group_region_user_group" ON "user_group_region" USING btree ("user_group_id");