CREATE INDEX "outbox_work_due" ON "outbox" USING btree ("not_before") WHERE error is null and queue <> 'index.sync';
