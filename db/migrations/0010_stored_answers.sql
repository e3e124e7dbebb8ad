CREATE TABLE "stored_answer" (
	"caller" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"code" integer NOT NULL,
	"headers" text NOT NULL,
	"body" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stored_answer_caller_idempotency_key_pk" PRIMARY KEY("caller","idempotency_key")
);
--> statement-breakpoint
CREATE INDEX "stored_answer_created" ON "stored_answer" USING btree ("created_at");
