CREATE INDEX "outbox_work_due" ON "outbox" USING btree ("not_before") WHERE error is null and queue <> 'index.sync';
--> statement-breakpoint
-- Looks the jobs up by their ids, whatever the cached plan of an empty queue was.
CREATE FUNCTION remove_queue_jobs(queue text, jobs uuid[]) RETURNS void LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  DELETE FROM pgboss.job WHERE name = queue AND id = ANY (jobs);
END $$;
--> statement-breakpoint
-- For each row that an UPDATE changes, a BEFORE trigger first locks the row, with a record in the write-ahead log, even where its WHEN is false.
DROP TRIGGER "job_step_type" ON "job_step";
--> statement-breakpoint
CREATE TRIGGER "job_step_type" BEFORE INSERT ON "job_step"
  FOR EACH ROW WHEN (new.job_type IS NULL AND new.status IN ('NEW', 'IN_PROGRESS')) EXECUTE FUNCTION type_of_step();
--> statement-breakpoint
CREATE FUNCTION type_of_reopened_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.job_step s SET job_type = j.job_type FROM public.job j WHERE s.id = new.id AND j.id = s.job_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "job_step_reopened" AFTER UPDATE OF status ON "job_step"
  FOR EACH ROW WHEN (new.job_type IS NULL AND new.status IN ('NEW', 'IN_PROGRESS')) EXECUTE FUNCTION type_of_reopened_step();
--> statement-breakpoint
DROP TRIGGER "job_step_slot" ON "job_step";
--> statement-breakpoint
CREATE OR REPLACE FUNCTION free_claim_slot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM public.claim_slot WHERE step_id = old.id;
  PERFORM pg_notify('waybill_claimable_steps', md5(old.job_type));
  UPDATE public.job_step SET has_slot = false WHERE id = old.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "job_step_slot" AFTER UPDATE OF status ON "job_step"
  FOR EACH ROW WHEN (old.has_slot AND new.status <> 'IN_PROGRESS') EXECUTE FUNCTION free_claim_slot();
