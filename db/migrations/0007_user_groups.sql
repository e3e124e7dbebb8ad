CREATE TABLE "user_group" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"incarnation" bigint NOT NULL,
	"index_version" bigint NOT NULL,
	"doc" text NOT NULL,
	"audit" text NOT NULL,
	"search" text NOT NULL,
	"code" text NOT NULL,
	"type_id" uuid NOT NULL,
	"parent_id" uuid
);
--> statement-breakpoint
ALTER TABLE "user_group" ADD CONSTRAINT "user_group_type_id_user_group_type_id_fk" FOREIGN KEY ("type_id") REFERENCES "public"."user_group_type"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_group" ADD CONSTRAINT "user_group_parent_id_user_group_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."user_group"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_group_type_id" ON "user_group" USING btree ("type_id");--> statement-breakpoint
CREATE INDEX "user_group_parent" ON "user_group" USING btree ("parent_id");