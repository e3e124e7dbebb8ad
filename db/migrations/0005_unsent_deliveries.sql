ALTER TABLE "notification_target" ADD COLUMN "unsent_fence" integer;
