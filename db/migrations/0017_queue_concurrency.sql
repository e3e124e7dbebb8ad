CREATE TABLE "queue_concurrency" (
	"queue" text PRIMARY KEY NOT NULL,
	"concurrency" integer NOT NULL,
	"set_at" timestamp with time zone DEFAULT now() NOT NULL,
	"set_by" text NOT NULL
);
