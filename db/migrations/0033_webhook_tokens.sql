CREATE TABLE "webhook_token" (
	"token" text PRIMARY KEY NOT NULL,
	"event" text NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
