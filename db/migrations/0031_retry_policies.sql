CREATE TABLE "retry_policy" (
	"job_type" text PRIMARY KEY NOT NULL,
	"attempts" integer NOT NULL,
	"initial_seconds" integer NOT NULL,
	"factor" double precision NOT NULL,
	"max_seconds" integer NOT NULL,
	"not_retried" text[] NOT NULL,
	"set_at" timestamp with time zone DEFAULT now() NOT NULL,
	"set_by" text NOT NULL
);
