ALTER TABLE user_group ALTER COLUMN code TYPE text COLLATE "C";--> statement-breakpoint
ALTER TABLE user_group ADD CONSTRAINT user_group_code UNIQUE (code) DEFERRABLE INITIALLY IMMEDIATE;--> statement-breakpoint
-- Deferrable: one saveDiff may bring children before their parents.
ALTER TABLE user_group ALTER CONSTRAINT user_group_type_id_user_group_type_id_fk DEFERRABLE INITIALLY IMMEDIATE;--> statement-breakpoint
ALTER TABLE user_group ALTER CONSTRAINT user_group_parent_id_user_group_id_fk DEFERRABLE INITIALLY IMMEDIATE;--> statement-breakpoint
-- Holds nothing: whoever changes a parent locks it first. A lock on a table takes no snapshot, so that what is read
-- next is as the holder before left it, in any isolation; and user_group itself stays free for all other writes.
CREATE TABLE user_group_hierarchy ();
