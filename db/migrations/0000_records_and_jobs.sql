CREATE TABLE "generation" (
	"name" text PRIMARY KEY NOT NULL,
	"value" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"incarnation" bigint NOT NULL,
	"index_version" bigint NOT NULL,
	"doc" text NOT NULL,
	"audit" text NOT NULL,
	"search" text NOT NULL,
	"job_type" text NOT NULL,
	"status" text NOT NULL,
	"planned" boolean DEFAULT true NOT NULL,
	"ours" boolean DEFAULT false NOT NULL,
	"cancelled" boolean DEFAULT false NOT NULL,
	"closings" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_result" (
	"id" uuid PRIMARY KEY NOT NULL,
	"result" text,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_step" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"incarnation" bigint NOT NULL,
	"index_version" bigint NOT NULL,
	"doc" text NOT NULL,
	"audit" text NOT NULL,
	"search" text NOT NULL,
	"job_id" uuid NOT NULL,
	"name" text NOT NULL,
	"chunk_id" uuid,
	"status" text NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"faults" integer DEFAULT 0 NOT NULL,
	"queue_job_id" uuid,
	"worker" text,
	"claimed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"queue" text NOT NULL,
	"data" text NOT NULL,
	"not_before" timestamp with time zone DEFAULT now() NOT NULL,
	"start_after" timestamp with time zone,
	"priority" integer DEFAULT 0 NOT NULL,
	"refused_because" text
);
--> statement-breakpoint
CREATE TABLE "process" (
	"id" uuid PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"host" text NOT NULL,
	"pid" integer NOT NULL,
	"queues" text[] NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"doing" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "history" (
	"kind" text NOT NULL,
	"record_id" uuid NOT NULL,
	"incarnation" bigint NOT NULL,
	"version" integer NOT NULL,
	"change" text NOT NULL,
	"code" text,
	"who" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"doc" text NOT NULL,
	"audit" text NOT NULL,
	CONSTRAINT "history_record_id_kind_incarnation_version_pk" PRIMARY KEY("record_id","kind","incarnation","version")
);
--> statement-breakpoint
CREATE TABLE "log_type" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"incarnation" bigint NOT NULL,
	"index_version" bigint NOT NULL,
	"doc" text NOT NULL,
	"audit" text NOT NULL,
	"search" text NOT NULL,
	"code" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_group_type" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"incarnation" bigint NOT NULL,
	"index_version" bigint NOT NULL,
	"doc" text NOT NULL,
	"audit" text NOT NULL,
	"search" text NOT NULL,
	"code" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_type" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"incarnation" bigint NOT NULL,
	"index_version" bigint NOT NULL,
	"doc" text NOT NULL,
	"audit" text NOT NULL,
	"search" text NOT NULL,
	"code" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "worklog_type" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"incarnation" bigint NOT NULL,
	"index_version" bigint NOT NULL,
	"doc" text NOT NULL,
	"audit" text NOT NULL,
	"search" text NOT NULL,
	"code" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_index" (
	"engine" text NOT NULL,
	"kind" text NOT NULL,
	"number" integer NOT NULL,
	"name" text NOT NULL,
	"state" text NOT NULL,
	"job_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"live_since" timestamp with time zone,
	CONSTRAINT "search_index_engine_kind_number_pk" PRIMARY KEY("engine","kind","number")
);
--> statement-breakpoint
ALTER TABLE "job_step" ADD CONSTRAINT "job_step_job_id_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."job"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "job_open" ON "job" USING btree ("status") WHERE status in ('NEW', 'IN_PROGRESS');--> statement-breakpoint
CREATE UNIQUE INDEX "job_step_chunk" ON "job_step" USING btree ("chunk_id","name") WHERE chunk_id is not null;--> statement-breakpoint
CREATE INDEX "job_step_job" ON "job_step" USING btree ("job_id","status");--> statement-breakpoint
CREATE INDEX "job_step_open" ON "job_step" USING btree ("status") WHERE status in ('NEW', 'IN_PROGRESS');--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("not_before") WHERE refused_because is null;--> statement-breakpoint
CREATE INDEX "history_deleted_code" ON "history" USING btree ("kind","code") WHERE change = 'DELETED';