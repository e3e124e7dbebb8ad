CREATE TABLE "access_change" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "access_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction_id" "xid8" DEFAULT pg_current_xact_id() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "administrator_lock" (

);
--> statement-breakpoint
CREATE TABLE "api_key" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"public_part" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"scopes" text,
	"valid_to" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "api_key_public_part_unique" UNIQUE("public_part") DEFERRABLE INITIALLY IMMEDIATE
);
--> statement-breakpoint
CREATE TABLE "audit_entry" (
	"id" uuid PRIMARY KEY NOT NULL,
	"doc" text NOT NULL,
	"search" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"address" text,
	"user_agent" text,
	"provider_session" text,
	"provider_subject" text,
	CONSTRAINT "session_token_hash_unique" UNIQUE("token_hash") DEFERRABLE INITIALLY IMMEDIATE
);
--> statement-breakpoint
CREATE TABLE "sign_in_failure" (
	"key" "bytea" PRIMARY KEY NOT NULL,
	"attempts" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"blocked_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_password" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "job" ADD COLUMN "holder" text;
--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "user_password" ADD CONSTRAINT "user_password_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "api_key_user" ON "api_key" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "session_user" ON "session" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "session_expires" ON "session" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "session_provider" ON "session" USING btree ("provider_session") WHERE provider_session is not null;
--> statement-breakpoint
CREATE INDEX "session_subject" ON "session" USING btree ("provider_subject") WHERE provider_subject is not null;
--> statement-breakpoint
CREATE INDEX "sign_in_failure_last" ON "sign_in_failure" USING btree ("last_at");
--> statement-breakpoint
-- Statement triggers: one row and one notification for a statement, however many rows it changes.
CREATE FUNCTION raise_access_epoch() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changes boolean;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NOT EXISTS (SELECT FROM new_rows) THEN
      RETURN NULL;
    END IF;
    EXECUTE 'SELECT EXISTS (SELECT FROM old_rows o JOIN new_rows n USING ('
      || CASE TG_TABLE_NAME WHEN 'user_password' THEN 'user_id' ELSE 'id' END || ') WHERE ' || TG_ARGV[0] || ')' INTO changes;
  ELSE
    SELECT EXISTS (SELECT FROM changed_rows) INTO changes;
  END IF;
  IF changes THEN
    INSERT INTO access_change DEFAULT VALUES;
    PERFORM pg_notify('access_changed', '');
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "app_user_access_update" AFTER UPDATE ON "app_user" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION raise_access_epoch('o.doc <> n.doc and (o.doc::json ->> ''code'' is distinct from n.doc::json ->> ''code'' or o.doc::json ->> ''name'' is distinct from n.doc::json ->> ''name'' or o.doc::json ->> ''status'' is distinct from n.doc::json ->> ''status'' or o.doc::json ->> ''validFrom'' is distinct from n.doc::json ->> ''validFrom'' or o.doc::json ->> ''validTo'' is distinct from n.doc::json ->> ''validTo'' or o.doc::json ->> ''authentication'' is distinct from n.doc::json ->> ''authentication'')');
--> statement-breakpoint
CREATE TRIGGER "app_user_access_delete" AFTER DELETE ON "app_user" REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION raise_access_epoch();
--> statement-breakpoint
CREATE TRIGGER "user_group_access_update" AFTER UPDATE ON "user_group" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION raise_access_epoch('o.code is distinct from n.code or o.associated_user_role_id is distinct from n.associated_user_role_id or o.doc <> n.doc and (o.doc::json ->> ''validFrom'' is distinct from n.doc::json ->> ''validFrom'' or o.doc::json ->> ''validTo'' is distinct from n.doc::json ->> ''validTo'')');
--> statement-breakpoint
CREATE TRIGGER "user_group_access_delete" AFTER DELETE ON "user_group" REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION raise_access_epoch();
--> statement-breakpoint
CREATE TRIGGER "user_user_group_access_insert" AFTER INSERT ON "user_user_group" REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION raise_access_epoch();
--> statement-breakpoint
CREATE TRIGGER "user_user_group_access_update" AFTER UPDATE ON "user_user_group" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION raise_access_epoch('o.doc is distinct from n.doc');
--> statement-breakpoint
CREATE TRIGGER "user_user_group_access_delete" AFTER DELETE ON "user_user_group" REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION raise_access_epoch();
--> statement-breakpoint
CREATE TRIGGER "user_role_access_insert" AFTER INSERT ON "user_role" REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION raise_access_epoch();
--> statement-breakpoint
CREATE TRIGGER "user_role_access_update" AFTER UPDATE ON "user_role" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION raise_access_epoch('o.doc is distinct from n.doc');
--> statement-breakpoint
CREATE TRIGGER "user_role_access_delete" AFTER DELETE ON "user_role" REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION raise_access_epoch();
--> statement-breakpoint
CREATE TRIGGER "role_access_update" AFTER UPDATE ON "role" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION raise_access_epoch('o.code is distinct from n.code or o.doc <> n.doc and (o.doc::json ->> ''validityFrom'' is distinct from n.doc::json ->> ''validityFrom'' or o.doc::json ->> ''validityTo'' is distinct from n.doc::json ->> ''validityTo'')');
--> statement-breakpoint
CREATE TRIGGER "role_access_delete" AFTER DELETE ON "role" REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION raise_access_epoch();
--> statement-breakpoint
CREATE TRIGGER "role_access_rule_access_insert" AFTER INSERT ON "role_access_rule" REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION raise_access_epoch();
--> statement-breakpoint
CREATE TRIGGER "role_access_rule_access_update" AFTER UPDATE ON "role_access_rule" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION raise_access_epoch('o.doc is distinct from n.doc');
--> statement-breakpoint
CREATE TRIGGER "role_access_rule_access_delete" AFTER DELETE ON "role_access_rule" REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION raise_access_epoch();
--> statement-breakpoint
CREATE TRIGGER "access_rule_access_update" AFTER UPDATE ON "access_rule" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION raise_access_epoch('o.doc is distinct from n.doc');
--> statement-breakpoint
CREATE TRIGGER "access_rule_access_delete" AFTER DELETE ON "access_rule" REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION raise_access_epoch();
--> statement-breakpoint
CREATE TRIGGER "api_key_access_update" AFTER UPDATE ON "api_key" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION raise_access_epoch('o.user_id is distinct from n.user_id or o.name is distinct from n.name or o.scopes is distinct from n.scopes or o.valid_to is distinct from n.valid_to or o.revoked_at is distinct from n.revoked_at');
--> statement-breakpoint
CREATE TRIGGER "api_key_access_delete" AFTER DELETE ON "api_key" REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION raise_access_epoch();
--> statement-breakpoint
CREATE TRIGGER "user_password_access_insert" AFTER INSERT ON "user_password" REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION raise_access_epoch();
--> statement-breakpoint
CREATE TRIGGER "user_password_access_update" AFTER UPDATE ON "user_password" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION raise_access_epoch('o.hash is distinct from n.hash');
--> statement-breakpoint
CREATE TRIGGER "user_password_access_delete" AFTER DELETE ON "user_password" REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION raise_access_epoch();
--> statement-breakpoint
CREATE TRIGGER "session_access_update" AFTER UPDATE ON "session" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION raise_access_epoch('o.user_id is distinct from n.user_id or o.expires_at is distinct from n.expires_at');
--> statement-breakpoint
CREATE TRIGGER "session_access_delete" AFTER DELETE ON "session" REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION raise_access_epoch();
