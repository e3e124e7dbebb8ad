CREATE TABLE "process_metrics" (
	"process_id" uuid PRIMARY KEY NOT NULL,
	"copy" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "process_metrics" ADD CONSTRAINT "process_metrics_process_id_process_id_fk" FOREIGN KEY ("process_id") REFERENCES "public"."process"("id") ON DELETE cascade ON UPDATE no action;