CREATE INDEX "outbox_work_due" ON "outbox" USING btree ("not_before") WHERE error is null and queue <> 'index.sync';
--> statement-breakpoint
-- Looks the jobs up by their ids, whatever the cached plan of an empty queue was.
CREATE FUNCTION remove_queue_jobs(queue text, jobs uuid[]) RETURNS void LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  DELETE FROM pgboss.job WHERE name = queue AND id = ANY (jobs);
END $$;
