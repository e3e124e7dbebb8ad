CREATE TABLE "administrator_lock" (

);
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "user_group_access_update" AFTER UPDATE ON "user_group" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION raise_access_epoch('o.code is distinct from n.code or o.associated_user_role_id is distinct from n.associated_user_role_id or o.doc <> n.doc and (o.doc::json ->> ''validFrom'' is distinct from n.doc::json ->> ''validFrom'' or o.doc::json ->> ''validTo'' is distinct from n.doc::json ->> ''validTo'')');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "role_access_update" AFTER UPDATE ON "role" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION raise_access_epoch('o.code is distinct from n.code or o.doc <> n.doc and (o.doc::json ->> ''validityFrom'' is distinct from n.doc::json ->> ''validityFrom'' or o.doc::json ->> ''validityTo'' is distinct from n.doc::json ->> ''validityTo'')');
