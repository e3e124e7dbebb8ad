ALTER TABLE "bulk_change" ADD COLUMN "holder" text;
--> statement-breakpoint
ALTER TABLE "bulk_change" ADD COLUMN "key_name" text;
--> statement-breakpoint
ALTER TABLE "bulk_item" ADD COLUMN "outcome" text;
--> statement-breakpoint
ALTER TABLE "bulk_item" ADD COLUMN "error" text;
--> statement-breakpoint
CREATE FUNCTION clear_bulk_input() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.input := NULL;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "bulk_item_done" BEFORE UPDATE ON "bulk_item" FOR EACH ROW WHEN (NEW.done)
  EXECUTE FUNCTION clear_bulk_input();
