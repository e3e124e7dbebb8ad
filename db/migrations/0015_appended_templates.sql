ALTER TABLE "formatter_template" ADD COLUMN "lists_codes" boolean DEFAULT true NOT NULL;
--> statement-breakpoint
CREATE INDEX "formatter_template_lists_codes" ON "formatter_template" USING btree ("id") WHERE lists_codes;
