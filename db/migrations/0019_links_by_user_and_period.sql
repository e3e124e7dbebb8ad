DROP INDEX "user_user_group_user";--> statement-breakpoint
CREATE INDEX "user_user_group_period" ON "user_user_group" USING btree ("user_id") WHERE position('"period":' in doc) > 0;--> statement-breakpoint
CREATE INDEX "user_user_group_user" ON "user_user_group" USING btree ("user_id","user_group_id","id");