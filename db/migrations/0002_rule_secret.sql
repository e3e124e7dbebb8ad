CREATE TABLE "notification_rule_secret" (
	"record_id" uuid PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"bound_to" text
);
--> statement-breakpoint
ALTER TABLE "notification_rule_secret" ADD CONSTRAINT "notification_rule_secret_record_id_notification_rule_id_fk" FOREIGN KEY ("record_id") REFERENCES "public"."notification_rule"("id") ON DELETE cascade ON UPDATE no action;
