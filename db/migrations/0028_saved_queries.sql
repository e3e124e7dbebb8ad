CREATE TABLE "saved_query" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"view" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"shared" boolean NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_query_name" UNIQUE NULLS NOT DISTINCT("user_id","view","name")
);
--> statement-breakpoint
ALTER TABLE "saved_query" ADD CONSTRAINT "saved_query_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "saved_query_shared" ON "saved_query" USING btree ("view","name") WHERE shared;
