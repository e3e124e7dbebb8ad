-- One index of a kind is filled at a time, whoever asks for two.
CREATE UNIQUE INDEX search_index_filling ON search_index (engine, kind) WHERE state = 'FILLING';--> statement-breakpoint
-- A number is never used again: what a late writer still holds for a dropped index must not reach a newer one.
CREATE SEQUENCE search_index_number;
