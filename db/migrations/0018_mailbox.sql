CREATE TABLE "mailbox_message" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"size" integer NOT NULL,
	"doc" text NOT NULL,
	"search" text NOT NULL,
	"raw" "bytea" NOT NULL
);
