CREATE TABLE "claim_limit" (
	"scope" text NOT NULL,
	"name" text NOT NULL,
	"concurrency" integer,
	"starts" integer,
	"per_seconds" integer,
	"tokens" double precision DEFAULT 0 NOT NULL,
	"filled_at" timestamp with time zone DEFAULT now() NOT NULL,
	"set_at" timestamp with time zone DEFAULT now() NOT NULL,
	"set_by" text NOT NULL,
	CONSTRAINT "claim_limit_scope_name_pk" PRIMARY KEY("scope","name")
);
--> statement-breakpoint
CREATE TABLE "claim_slot" (
	"step_id" uuid PRIMARY KEY NOT NULL,
	"job_type" text NOT NULL,
	"submitter" text NOT NULL,
	"concurrency_key" text
);
--> statement-breakpoint
ALTER TABLE "job_step" ADD COLUMN "concurrency_key" text;
--> statement-breakpoint
ALTER TABLE "job_step" ADD COLUMN "has_slot" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "claim_slot" ADD CONSTRAINT "claim_slot_step_id_job_step_id_fk" FOREIGN KEY ("step_id") REFERENCES "public"."job_step"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "claim_slot_key" ON "claim_slot" USING btree ("job_type","concurrency_key") WHERE concurrency_key is not null;
--> statement-breakpoint
CREATE INDEX "claim_slot_type" ON "claim_slot" USING btree ("job_type");
--> statement-breakpoint
CREATE INDEX "claim_slot_submitter" ON "claim_slot" USING btree ("submitter");
--> statement-breakpoint
-- On every path that ends or releases a step, also those of the release before.
CREATE FUNCTION free_claim_slot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM public.claim_slot WHERE step_id = old.id;
  PERFORM pg_notify('waybill_claimable_steps', md5(old.job_type));
  new.has_slot := false;
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER "job_step_slot" BEFORE UPDATE OF status ON "job_step"
  FOR EACH ROW WHEN (old.has_slot AND new.status <> 'IN_PROGRESS') EXECUTE FUNCTION free_claim_slot();
