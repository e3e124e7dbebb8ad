CREATE TABLE "job_callback" (
	"job_id" uuid PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"secret" text,
	"enqueued_close" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_dependency" (
	"job_id" uuid NOT NULL,
	"predecessor_id" uuid NOT NULL,
	"ended_as" text,
	CONSTRAINT "job_dependency_job_id_predecessor_id_pk" PRIMARY KEY("job_id","predecessor_id")
);
--> statement-breakpoint
ALTER TABLE "job" ADD COLUMN "waits" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "job_callback" ADD CONSTRAINT "job_callback_job_id_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."job"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "job_dependency" ADD CONSTRAINT "job_dependency_job_id_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."job"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "job_callback_open" ON "job_callback" USING btree ("job_id") WHERE enqueued_close = 0;
--> statement-breakpoint
CREATE INDEX "job_dependency_predecessor" ON "job_dependency" USING btree ("predecessor_id");
--> statement-breakpoint
CREATE INDEX "job_waiting" ON "job" USING btree ("id") WHERE waits;
