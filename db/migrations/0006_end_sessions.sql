ALTER TABLE "session" ADD COLUMN "certificate_fingerprint" "bytea";
