CREATE TABLE "document_batch" (
	"job_id" uuid PRIMARY KEY NOT NULL,
	"format" text NOT NULL,
	"items" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "document_item" (
	"job_id" uuid NOT NULL,
	"index" integer NOT NULL,
	"document_id" text NOT NULL,
	"template_code" text NOT NULL,
	"template" text,
	"data" text NOT NULL,
	"status" text DEFAULT 'NEW' NOT NULL,
	"content" "bytea",
	"error" text,
	CONSTRAINT "document_item_job_id_index_pk" PRIMARY KEY("job_id","index")
);
--> statement-breakpoint
CREATE TABLE "formatter_template" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"incarnation" bigint NOT NULL,
	"index_version" bigint NOT NULL,
	"doc" text NOT NULL,
	"audit" text NOT NULL,
	"search" text NOT NULL,
	"code" text NOT NULL,
	"data_tags" text GENERATED ALWAYS AS (doc::json ->> 'dataTags') STORED
);
--> statement-breakpoint
ALTER TABLE "job_result" ADD COLUMN "document" text;--> statement-breakpoint
CREATE INDEX "document_batch_created" ON "document_batch" USING btree ("created_at");