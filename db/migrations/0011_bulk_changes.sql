CREATE TABLE "bulk_change" (
	"job_id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"operation" text NOT NULL,
	"filtering" text,
	"patch" text,
	"who_edited" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bulk_item" (
	"job_id" uuid NOT NULL,
	"record_id" uuid NOT NULL,
	"input" text,
	"done" boolean DEFAULT false NOT NULL,
	CONSTRAINT "bulk_item_job_id_record_id_pk" PRIMARY KEY("job_id","record_id")
);
--> statement-breakpoint
ALTER TABLE "bulk_change" ADD CONSTRAINT "bulk_change_job_id_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."job"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "bulk_item" ADD CONSTRAINT "bulk_item_job_id_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."job"("id") ON DELETE cascade ON UPDATE no action;
