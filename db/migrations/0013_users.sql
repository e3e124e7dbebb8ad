CREATE TABLE "app_user" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"incarnation" bigint NOT NULL,
	"index_version" bigint NOT NULL,
	"doc" text NOT NULL,
	"audit" text NOT NULL,
	"search" text NOT NULL,
	"code" text NOT NULL,
	"type_id" uuid NOT NULL,
	"supervisor_id" uuid
);
--> statement-breakpoint
CREATE TABLE "user_role" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"incarnation" bigint NOT NULL,
	"index_version" bigint NOT NULL,
	"doc" text NOT NULL,
	"audit" text NOT NULL,
	"search" text NOT NULL,
	"user_id" uuid NOT NULL,
	"role_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_user_group" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"incarnation" bigint NOT NULL,
	"index_version" bigint NOT NULL,
	"doc" text NOT NULL,
	"audit" text NOT NULL,
	"search" text NOT NULL,
	"user_id" uuid NOT NULL,
	"user_group_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "app_user" ADD CONSTRAINT "app_user_type_id_user_type_id_fk" FOREIGN KEY ("type_id") REFERENCES "public"."user_type"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_user" ADD CONSTRAINT "app_user_supervisor_id_app_user_id_fk" FOREIGN KEY ("supervisor_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_role" ADD CONSTRAINT "user_role_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_role" ADD CONSTRAINT "user_role_role_id_role_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."role"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_user_group" ADD CONSTRAINT "user_user_group_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_user_group" ADD CONSTRAINT "user_user_group_user_group_id_user_group_id_fk" FOREIGN KEY ("user_group_id") REFERENCES "public"."user_group"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "app_user_type_id" ON "app_user" USING btree ("type_id");--> statement-breakpoint
CREATE INDEX "app_user_supervisor" ON "app_user" USING btree ("supervisor_id");--> statement-breakpoint
CREATE INDEX "user_role_user" ON "user_role" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "user_role_role" ON "user_role" USING btree ("role_id");--> statement-breakpoint
CREATE INDEX "user_user_group_user" ON "user_user_group" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "user_user_group_group" ON "user_user_group" USING btree ("user_group_id");--> statement-breakpoint
ALTER TABLE app_user ALTER COLUMN code TYPE text COLLATE "C";--> statement-breakpoint
ALTER TABLE app_user ADD CONSTRAINT app_user_code UNIQUE (code) DEFERRABLE INITIALLY IMMEDIATE;--> statement-breakpoint
-- Deferrable, as all that saveDiff may write in any order.
ALTER TABLE app_user ALTER CONSTRAINT app_user_type_id_user_type_id_fk DEFERRABLE INITIALLY IMMEDIATE;--> statement-breakpoint
ALTER TABLE app_user ALTER CONSTRAINT app_user_supervisor_id_app_user_id_fk DEFERRABLE INITIALLY IMMEDIATE;--> statement-breakpoint
ALTER TABLE user_role ALTER CONSTRAINT user_role_user_id_app_user_id_fk DEFERRABLE INITIALLY IMMEDIATE;--> statement-breakpoint
ALTER TABLE user_role ALTER CONSTRAINT user_role_role_id_role_id_fk DEFERRABLE INITIALLY IMMEDIATE;--> statement-breakpoint
ALTER TABLE user_user_group ALTER CONSTRAINT user_user_group_user_id_app_user_id_fk DEFERRABLE INITIALLY IMMEDIATE;--> statement-breakpoint
ALTER TABLE user_user_group ALTER CONSTRAINT user_user_group_user_group_id_user_group_id_fk DEFERRABLE INITIALLY IMMEDIATE;--> statement-breakpoint
-- Holds nothing: user_group_hierarchy (0008) says what it is for.
CREATE TABLE app_user_hierarchy ();
