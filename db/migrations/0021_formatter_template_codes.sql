ALTER TABLE formatter_template ALTER COLUMN code TYPE text COLLATE "C";--> statement-breakpoint
ALTER TABLE formatter_template ADD CONSTRAINT formatter_template_code UNIQUE (code) DEFERRABLE INITIALLY IMMEDIATE;
