ALTER TABLE "session" ADD COLUMN "provider_subject" text;
--> statement-breakpoint
CREATE INDEX "session_subject" ON "session" USING btree ("provider_subject") WHERE provider_subject is not null;
