-- Trigrams carry LIKE and fulltext of the PostgreSQL search driver.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- The index tables of that driver have a schema of their own.
CREATE SCHEMA IF NOT EXISTS search;
--> statement-breakpoint
-- The clock of indexVersion: microseconds, and not the start of the transaction.
CREATE FUNCTION clock_us() RETURNS bigint LANGUAGE sql VOLATILE PARALLEL SAFE
  RETURN (extract(epoch FROM clock_timestamp()) * 1000000)::bigint;
--> statement-breakpoint
CREATE SEQUENCE "public"."search_index_number" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;
--> statement-breakpoint
CREATE TABLE "circuit_breaker" (
	"provider" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"open_count" integer DEFAULT 0 NOT NULL,
	"open_until" timestamp with time zone,
	"probe_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "provider_message" (
	"id" text PRIMARY KEY NOT NULL,
	"target_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limit" (
	"key" text PRIMARY KEY NOT NULL,
	"reserved_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shared_key" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "suppression" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"address" text NOT NULL,
	"doc" text NOT NULL,
	"audit" text NOT NULL,
	"search" text NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "activity" (
	"minute" timestamp with time zone NOT NULL,
	"what" text NOT NULL,
	"name" text NOT NULL,
	"outcome" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "activity_minute_what_name_outcome_pk" PRIMARY KEY("minute","what","name","outcome")
);
--> statement-breakpoint
CREATE TABLE "cache_generation" (
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
	"planning_complete" boolean DEFAULT true NOT NULL,
	"managed" boolean DEFAULT false NOT NULL,
	"cancelled" boolean DEFAULT false NOT NULL,
	"notify_channel" text,
	"close_count" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_result" (
	"id" uuid PRIMARY KEY NOT NULL,
	"result" text,
	"error" text,
	"document" text,
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
	"outcome" text GENERATED ALWAYS AS (case when status in ('COMPLETED', 'FAILED') then status end) STORED,
	"fence" integer DEFAULT 0 NOT NULL,
	"faults" integer DEFAULT 0 NOT NULL,
	"queue_job_id" uuid,
	"worker" text,
	"claimed_at" timestamp with time zone
) WITH (fillfactor = 50);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"queue" text NOT NULL,
	"data" text NOT NULL,
	"not_before" timestamp with time zone DEFAULT now() NOT NULL,
	"start_after" timestamp with time zone,
	"priority" integer DEFAULT 0 NOT NULL,
	"error" text
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0, autovacuum_vacuum_insert_threshold = -1);
--> statement-breakpoint
CREATE TABLE "process_metrics" (
	"process_id" uuid PRIMARY KEY NOT NULL,
	"metrics" "bytea" NOT NULL
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
	"status" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "queue_pause" (
	"queue" text PRIMARY KEY NOT NULL,
	"paused_at" timestamp with time zone DEFAULT now() NOT NULL,
	"paused_by" text NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "mailbox_message" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"size" integer NOT NULL,
	"doc" text NOT NULL,
	"search" text NOT NULL,
	"raw" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"incarnation" bigint NOT NULL,
	"index_version" bigint NOT NULL,
	"doc" text NOT NULL,
	"audit" text NOT NULL,
	"search" text NOT NULL,
	"owner_type" text NOT NULL,
	"owner_id" text NOT NULL,
	"status" text NOT NULL,
	"expires_at" timestamp with time zone,
	"plan" text NOT NULL,
	"window_override" text
);
--> statement-breakpoint
CREATE TABLE "notification_attachment" (
	"notification_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"media_type" text NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "notification_attachment_notification_id_position_pk" PRIMARY KEY("notification_id","position")
);
--> statement-breakpoint
CREATE TABLE "notification_rule" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"incarnation" bigint NOT NULL,
	"index_version" bigint NOT NULL,
	"doc" text NOT NULL,
	"audit" text NOT NULL,
	"search" text NOT NULL,
	"code" text COLLATE "C" NOT NULL,
	CONSTRAINT "notification_rule_code_unique" UNIQUE("code") DEFERRABLE INITIALLY IMMEDIATE
);
--> statement-breakpoint
CREATE TABLE "notification_rule_template_lock" (

);
--> statement-breakpoint
CREATE TABLE "notification_target" (
	"id" uuid PRIMARY KEY NOT NULL,
	"notification_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"parent_id" uuid,
	"input" text NOT NULL,
	"channel" text,
	"address" text,
	"status" text NOT NULL,
	"status_reason" text,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempt_count" integer DEFAULT 0 NOT NULL,
	"fence" integer DEFAULT 0 NOT NULL,
	"open_since" timestamp with time zone,
	"open_worker" text,
	"open_provider" text,
	"attempts" text DEFAULT '[]' NOT NULL,
	"provider_id" text,
	"receipt_id" text,
	"receipt_status" text,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
) WITH (fillfactor = 50);
--> statement-breakpoint
CREATE TABLE "access_rule" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"incarnation" bigint NOT NULL,
	"index_version" bigint NOT NULL,
	"doc" text NOT NULL,
	"audit" text NOT NULL,
	"search" text NOT NULL,
	"code" text COLLATE "C" NOT NULL,
	CONSTRAINT "access_rule_code_unique" UNIQUE("code") DEFERRABLE INITIALLY IMMEDIATE
);
--> statement-breakpoint
CREATE TABLE "app_user" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"incarnation" bigint NOT NULL,
	"index_version" bigint NOT NULL,
	"doc" text NOT NULL,
	"audit" text NOT NULL,
	"search" text NOT NULL,
	"code" text COLLATE "C" NOT NULL,
	"type_id" uuid NOT NULL,
	"supervisor_id" uuid,
	"links_expire_at" timestamp with time zone,
	CONSTRAINT "app_user_code_unique" UNIQUE("code") DEFERRABLE INITIALLY IMMEDIATE
);
--> statement-breakpoint
CREATE TABLE "app_user_hierarchy_lock" (

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
	"code" text COLLATE "C" NOT NULL,
	"data_tags" text GENERATED ALWAYS AS (doc::json ->> 'dataTags') STORED,
	CONSTRAINT "formatter_template_code_unique" UNIQUE("code") DEFERRABLE INITIALLY IMMEDIATE
);
--> statement-breakpoint
CREATE TABLE "history" (
	"kind" text NOT NULL,
	"record_id" uuid NOT NULL,
	"incarnation" bigint NOT NULL,
	"version" integer NOT NULL,
	"change" text NOT NULL,
	"code" text,
	"changed_by" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
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
	"code" text COLLATE "C" NOT NULL,
	CONSTRAINT "log_type_code_unique" UNIQUE("code") DEFERRABLE INITIALLY IMMEDIATE
);
--> statement-breakpoint
CREATE TABLE "role" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"incarnation" bigint NOT NULL,
	"index_version" bigint NOT NULL,
	"doc" text NOT NULL,
	"audit" text NOT NULL,
	"search" text NOT NULL,
	"code" text COLLATE "C" NOT NULL,
	CONSTRAINT "role_code_unique" UNIQUE("code") DEFERRABLE INITIALLY IMMEDIATE
);
--> statement-breakpoint
CREATE TABLE "role_access_rule" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"incarnation" bigint NOT NULL,
	"index_version" bigint NOT NULL,
	"doc" text NOT NULL,
	"audit" text NOT NULL,
	"search" text NOT NULL,
	"access_rule_id" uuid NOT NULL,
	"role_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "script" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"incarnation" bigint NOT NULL,
	"index_version" bigint NOT NULL,
	"doc" text NOT NULL,
	"audit" text NOT NULL,
	"search" text NOT NULL,
	"code" text COLLATE "C" NOT NULL,
	CONSTRAINT "script_code_unique" UNIQUE("code") DEFERRABLE INITIALLY IMMEDIATE
);
--> statement-breakpoint
CREATE TABLE "sharing" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"incarnation" bigint NOT NULL,
	"index_version" bigint NOT NULL,
	"doc" text NOT NULL,
	"audit" text NOT NULL,
	"search" text NOT NULL,
	"owner_type" text GENERATED ALWAYS AS (doc::json ->> 'ownerType') STORED NOT NULL,
	"owner_id" text GENERATED ALWAYS AS (doc::json ->> 'ownerId') STORED NOT NULL,
	"ref_type" text GENERATED ALWAYS AS (doc::json ->> 'refType') STORED NOT NULL,
	"ref_id" text GENERATED ALWAYS AS (doc::json ->> 'refId') STORED NOT NULL,
	"sharing_type_code" text GENERATED ALWAYS AS (doc::json ->> 'sharingTypeCode') STORED,
	"is_public" boolean GENERATED ALWAYS AS (coalesce(doc::json ->> 'isPublic' = 'true', false)) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_group" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"incarnation" bigint NOT NULL,
	"index_version" bigint NOT NULL,
	"doc" text NOT NULL,
	"audit" text NOT NULL,
	"search" text NOT NULL,
	"code" text COLLATE "C" NOT NULL,
	"type_id" uuid NOT NULL,
	"parent_id" uuid,
	"associated_user_role_id" uuid,
	CONSTRAINT "user_group_code_unique" UNIQUE("code") DEFERRABLE INITIALLY IMMEDIATE
);
--> statement-breakpoint
CREATE TABLE "user_group_hierarchy_lock" (

);
--> statement-breakpoint
CREATE TABLE "user_group_region" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"incarnation" bigint NOT NULL,
	"index_version" bigint NOT NULL,
	"doc" text NOT NULL,
	"audit" text NOT NULL,
	"search" text NOT NULL,
	"user_group_id" uuid NOT NULL
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
	"code" text COLLATE "C" NOT NULL,
	CONSTRAINT "user_group_type_code_unique" UNIQUE("code") DEFERRABLE INITIALLY IMMEDIATE
);
--> statement-breakpoint
CREATE TABLE "user_role" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"incarnation" bigint NOT NULL,
	"index_version" bigint NOT NULL,
	"doc" text NOT NULL,
	"audit" text NOT NULL,
	"search" text NOT NULL,
	"user_id" uuid NOT NULL,
	"role_id" uuid NOT NULL
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
	"code" text COLLATE "C" NOT NULL,
	CONSTRAINT "user_type_code_unique" UNIQUE("code") DEFERRABLE INITIALLY IMMEDIATE
);
--> statement-breakpoint
CREATE TABLE "user_user_group" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"incarnation" bigint NOT NULL,
	"index_version" bigint NOT NULL,
	"doc" text NOT NULL,
	"audit" text NOT NULL,
	"search" text NOT NULL,
	"user_id" uuid NOT NULL,
	"user_group_id" uuid NOT NULL
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
	"code" text COLLATE "C" NOT NULL,
	CONSTRAINT "worklog_type_code_unique" UNIQUE("code") DEFERRABLE INITIALLY IMMEDIATE
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
ALTER TABLE "job_step" ADD CONSTRAINT "job_step_job_id_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."job"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "process_metrics" ADD CONSTRAINT "process_metrics_process_id_process_id_fk" FOREIGN KEY ("process_id") REFERENCES "public"."process"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "app_user" ADD CONSTRAINT "app_user_type_id_user_type_id_fk" FOREIGN KEY ("type_id") REFERENCES "public"."user_type"("id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY IMMEDIATE;
--> statement-breakpoint
ALTER TABLE "app_user" ADD CONSTRAINT "app_user_supervisor_id_app_user_id_fk" FOREIGN KEY ("supervisor_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY IMMEDIATE;
--> statement-breakpoint
ALTER TABLE "role_access_rule" ADD CONSTRAINT "role_access_rule_access_rule_id_access_rule_id_fk" FOREIGN KEY ("access_rule_id") REFERENCES "public"."access_rule"("id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY IMMEDIATE;
--> statement-breakpoint
ALTER TABLE "role_access_rule" ADD CONSTRAINT "role_access_rule_role_id_role_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."role"("id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY IMMEDIATE;
--> statement-breakpoint
ALTER TABLE "user_group" ADD CONSTRAINT "user_group_type_id_user_group_type_id_fk" FOREIGN KEY ("type_id") REFERENCES "public"."user_group_type"("id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY IMMEDIATE;
--> statement-breakpoint
ALTER TABLE "user_group" ADD CONSTRAINT "user_group_parent_id_user_group_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."user_group"("id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY IMMEDIATE;
--> statement-breakpoint
ALTER TABLE "user_group" ADD CONSTRAINT "user_group_associated_user_role_id_role_id_fk" FOREIGN KEY ("associated_user_role_id") REFERENCES "public"."role"("id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY IMMEDIATE;
--> statement-breakpoint
ALTER TABLE "user_group_region" ADD CONSTRAINT "user_group_region_user_group_id_user_group_id_fk" FOREIGN KEY ("user_group_id") REFERENCES "public"."user_group"("id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY IMMEDIATE;
--> statement-breakpoint
ALTER TABLE "user_role" ADD CONSTRAINT "user_role_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY IMMEDIATE;
--> statement-breakpoint
ALTER TABLE "user_role" ADD CONSTRAINT "user_role_role_id_role_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."role"("id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY IMMEDIATE;
--> statement-breakpoint
ALTER TABLE "user_user_group" ADD CONSTRAINT "user_user_group_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY IMMEDIATE;
--> statement-breakpoint
ALTER TABLE "user_user_group" ADD CONSTRAINT "user_user_group_user_group_id_user_group_id_fk" FOREIGN KEY ("user_group_id") REFERENCES "public"."user_group"("id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY IMMEDIATE;
--> statement-breakpoint
CREATE UNIQUE INDEX "suppression_address" ON "suppression" USING btree ("channel",md5(lower("address")));
--> statement-breakpoint
CREATE INDEX "document_batch_created" ON "document_batch" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "job_open" ON "job" USING btree ("status") WHERE status in ('NEW', 'IN_PROGRESS');
--> statement-breakpoint
CREATE UNIQUE INDEX "job_step_chunk" ON "job_step" USING btree ("chunk_id","name") WHERE chunk_id is not null;
--> statement-breakpoint
CREATE INDEX "job_step_job" ON "job_step" USING btree ("job_id","outcome");
--> statement-breakpoint
CREATE INDEX "job_step_open" ON "job_step" USING btree ("id") WHERE outcome is null;
--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("not_before") WHERE error is null;
--> statement-breakpoint
CREATE INDEX "outbox_rejected" ON "outbox" USING btree ("queue") WHERE error is not null;
--> statement-breakpoint
CREATE INDEX "log_owner" ON "log" USING btree (hashtextextended(owner_id, hashtextextended(owner_type, 0)),"start_date","id");
--> statement-breakpoint
CREATE INDEX "log_key_month" ON "log_key" USING btree ("month");
--> statement-breakpoint
CREATE INDEX "notification_owner" ON "notification" USING btree (hashtextextended(owner_id, hashtextextended(owner_type, 0)),"id");
--> statement-breakpoint
CREATE UNIQUE INDEX "notification_target_address" ON "notification_target" USING btree ("notification_id","channel",md5(lower("address")));
--> statement-breakpoint
CREATE INDEX "app_user_type_id" ON "app_user" USING btree ("type_id");
--> statement-breakpoint
CREATE INDEX "app_user_supervisor" ON "app_user" USING btree ("supervisor_id");
--> statement-breakpoint
CREATE INDEX "app_user_links_expire" ON "app_user" USING btree ("links_expire_at") WHERE links_expire_at is not null;
--> statement-breakpoint
CREATE INDEX "history_deleted_code" ON "history" USING btree ("kind","code") WHERE change = 'DELETED';
--> statement-breakpoint
CREATE INDEX "role_access_rule_access_rule" ON "role_access_rule" USING btree ("access_rule_id");
--> statement-breakpoint
CREATE INDEX "role_access_rule_role" ON "role_access_rule" USING btree ("role_id");
--> statement-breakpoint
CREATE INDEX "sharing_owner" ON "sharing" USING btree (hashtextextended(owner_id, hashtextextended(owner_type, 0)),"id");
--> statement-breakpoint
CREATE INDEX "sharing_ref" ON "sharing" USING btree (hashtextextended(ref_id, hashtextextended(owner_type, 0)),"id");
--> statement-breakpoint
CREATE INDEX "sharing_public" ON "sharing" USING btree (hashtextextended(owner_type, 0),"id") WHERE is_public;
--> statement-breakpoint
CREATE INDEX "user_group_type_id" ON "user_group" USING btree ("type_id");
--> statement-breakpoint
CREATE INDEX "user_group_parent" ON "user_group" USING btree ("parent_id");
--> statement-breakpoint
CREATE INDEX "user_group_associated_user_role" ON "user_group" USING btree ("associated_user_role_id");
--> statement-breakpoint
CREATE INDEX "user_group_region_user_group" ON "user_group_region" USING btree ("user_group_id");
--> statement-breakpoint
CREATE INDEX "user_role_user" ON "user_role" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "user_role_role" ON "user_role" USING btree ("role_id");
--> statement-breakpoint
CREATE INDEX "user_user_group_user" ON "user_user_group" USING btree ("user_id","user_group_id","id");
--> statement-breakpoint
CREATE INDEX "user_user_group_period" ON "user_user_group" USING btree ("user_id") WHERE position('"period":' in doc) > 0;
--> statement-breakpoint
CREATE INDEX "user_user_group_group" ON "user_user_group" USING btree ("user_group_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "search_index_filling" ON "search_index" USING btree ("engine","kind") WHERE state = 'FILLING';
--> statement-breakpoint
-- Signs unsubscribe links: 244 random bits from the system's source.
INSERT INTO shared_key (name, value) VALUES ('unsubscribe', gen_random_uuid()::text || gen_random_uuid()::text);
