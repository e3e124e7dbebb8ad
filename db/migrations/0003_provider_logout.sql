CREATE TABLE "provider_logout" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider_session" text,
	"provider_subject" text,
	"issued_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "provider_logout_session" ON "provider_logout" USING btree ("provider_session");
--> statement-breakpoint
CREATE INDEX "provider_logout_subject" ON "provider_logout" USING btree ("provider_subject");
--> statement-breakpoint
CREATE INDEX "provider_logout_received" ON "provider_logout" USING btree ("received_at");
