-- Trigrams carry LIKE and fulltext of the PostgreSQL search driver.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
-- The numbered index tables of that driver live in a schema of their own.
CREATE SCHEMA IF NOT EXISTS search;--> statement-breakpoint
-- By code point, as every sort is. Deferrable: one saveDiff may swap two codes, which a unique index checked row by row refuses.
ALTER TABLE user_group_type ALTER COLUMN code TYPE text COLLATE "C";--> statement-breakpoint
ALTER TABLE user_group_type ADD CONSTRAINT user_group_type_code UNIQUE (code) DEFERRABLE INITIALLY IMMEDIATE;--> statement-breakpoint
ALTER TABLE user_type ALTER COLUMN code TYPE text COLLATE "C";--> statement-breakpoint
ALTER TABLE user_type ADD CONSTRAINT user_type_code UNIQUE (code) DEFERRABLE INITIALLY IMMEDIATE;--> statement-breakpoint
ALTER TABLE worklog_type ALTER COLUMN code TYPE text COLLATE "C";--> statement-breakpoint
ALTER TABLE worklog_type ADD CONSTRAINT worklog_type_code UNIQUE (code) DEFERRABLE INITIALLY IMMEDIATE;--> statement-breakpoint
ALTER TABLE log_type ALTER COLUMN code TYPE text COLLATE "C";--> statement-breakpoint
ALTER TABLE log_type ADD CONSTRAINT log_type_code UNIQUE (code) DEFERRABLE INITIALLY IMMEDIATE;--> statement-breakpoint
-- The clock of indexVersion: microseconds, and not the start of the transaction.
CREATE FUNCTION clock_us() RETURNS bigint LANGUAGE sql VOLATILE PARALLEL SAFE
  RETURN (extract(epoch FROM clock_timestamp()) * 1000000)::bigint;
