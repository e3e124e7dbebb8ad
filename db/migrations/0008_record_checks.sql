ALTER TABLE "app_user" ADD COLUMN "lists_codes" boolean DEFAULT true NOT NULL;
--> statement-breakpoint
ALTER TABLE "history" ADD COLUMN "links_before" text;
--> statement-breakpoint
ALTER TABLE "role_access_rule" ADD COLUMN "is_duplicate" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "sharing" ADD COLUMN "is_duplicate" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "user_group_region" ADD COLUMN "is_duplicate" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "user_role" ADD COLUMN "is_duplicate" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "user_user_group" ADD COLUMN "is_duplicate" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
CREATE INDEX "app_user_lists_codes" ON "app_user" USING btree ("id") WHERE lists_codes;
--> statement-breakpoint
-- Of records that are the same already, all but the oldest are exempt.
UPDATE "role_access_rule" SET "is_duplicate" = true WHERE id IN (
  SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY md5(substr(doc, 46)) ORDER BY incarnation, id) AS n FROM "role_access_rule") same
  WHERE n > 1);
--> statement-breakpoint
CREATE UNIQUE INDEX "role_access_rule_distinct" ON "role_access_rule" USING btree (md5(substr(doc, 46))) WHERE not is_duplicate;
--> statement-breakpoint
-- Of records that are the same already, all but the oldest are exempt.
UPDATE "sharing" SET "is_duplicate" = true WHERE id IN (
  SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY md5(substr(doc, 46)) ORDER BY incarnation, id) AS n FROM "sharing") same
  WHERE n > 1);
--> statement-breakpoint
CREATE UNIQUE INDEX "sharing_distinct" ON "sharing" USING btree (md5(substr(doc, 46))) WHERE not is_duplicate;
--> statement-breakpoint
-- Of records that are the same already, all but the oldest are exempt.
UPDATE "user_group_region" SET "is_duplicate" = true WHERE id IN (
  SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY md5(substr(doc, 46)) ORDER BY incarnation, id) AS n FROM "user_group_region") same
  WHERE n > 1);
--> statement-breakpoint
CREATE UNIQUE INDEX "user_group_region_distinct" ON "user_group_region" USING btree (md5(substr(doc, 46))) WHERE not is_duplicate;
--> statement-breakpoint
-- Of records that are the same already, all but the oldest are exempt.
UPDATE "user_role" SET "is_duplicate" = true WHERE id IN (
  SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY md5(substr(doc, 46)) ORDER BY incarnation, id) AS n FROM "user_role") same
  WHERE n > 1);
--> statement-breakpoint
CREATE UNIQUE INDEX "user_role_distinct" ON "user_role" USING btree (md5(substr(doc, 46))) WHERE not is_duplicate;
--> statement-breakpoint
-- Of records that are the same already, all but the oldest are exempt.
UPDATE "user_user_group" SET "is_duplicate" = true WHERE id IN (
  SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY md5(substr(doc, 46)) ORDER BY incarnation, id) AS n FROM "user_user_group" WHERE position('"period":' in doc) = 0) same
  WHERE n > 1);
--> statement-breakpoint
CREATE UNIQUE INDEX "user_user_group_distinct" ON "user_user_group" USING btree (md5(substr(doc, 46))) WHERE not is_duplicate and position('"period":' in doc) = 0;
