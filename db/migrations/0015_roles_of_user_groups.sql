ALTER TABLE "user_group" ADD COLUMN "associated_user_role_id" uuid;--> statement-breakpoint
ALTER TABLE "user_group" ADD CONSTRAINT "user_group_associated_user_role_id_role_id_fk" FOREIGN KEY ("associated_user_role_id") REFERENCES "public"."role"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_group_associated_user_role" ON "user_group" USING btree ("associated_user_role_id");--> statement-breakpoint
ALTER TABLE user_group ALTER CONSTRAINT user_group_associated_user_role_id_role_id_fk DEFERRABLE INITIALLY IMMEDIATE;--> statement-breakpoint
-- Groups that are there already; a role that none has ever been is looked for at the group's next write.
UPDATE user_group g SET associated_user_role_id = r.id FROM role r WHERE r.id::text = g.doc::json ->> 'associatedUserRoleId';
