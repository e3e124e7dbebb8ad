ALTER TABLE "job" ADD COLUMN "holder" text;
