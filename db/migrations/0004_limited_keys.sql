ALTER TABLE "api_key" ADD COLUMN "rights_limit" text;
