ALTER TABLE "notification_target" ADD COLUMN "user_id" uuid;
