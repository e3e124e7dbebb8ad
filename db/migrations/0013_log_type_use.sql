CREATE INDEX "log_of_type" ON "log" USING btree ("log_type_code");
