CREATE TABLE "log" (
	"id" uuid NOT NULL,
	"month" date NOT NULL,
	"version" integer NOT NULL,
	"incarnation" bigint NOT NULL,
	"index_version" bigint NOT NULL,
	"owner_type" text NOT NULL,
	"owner_id" text NOT NULL,
	"log_type_code" text NOT NULL,
	"start_date" timestamp with time zone NOT NULL,
	"doc" text NOT NULL,
	"audit" text NOT NULL,
	"search" text NOT NULL,
	CONSTRAINT "log_id_month_pk" PRIMARY KEY("id","month")
) PARTITION BY RANGE ("month");
--> statement-breakpoint
CREATE TABLE "log_key" (
	"id" uuid PRIMARY KEY NOT NULL,
	"month" date NOT NULL
);
--> statement-breakpoint
CREATE INDEX "log_owner" ON "log" USING btree (hashtextextended(owner_id, hashtextextended(owner_type, 0)),"start_date","id");--> statement-breakpoint
CREATE INDEX "log_key_month" ON "log_key" USING btree ("month");