-- Deferrable, as all that saveDiff may write in any order.
ALTER TABLE user_group_region ALTER CONSTRAINT user_group_region_user_group_id_user_group_id_fk DEFERRABLE INITIALLY IMMEDIATE;
