CREATE TABLE "activity" (
	"minute" timestamp with time zone NOT NULL,
	"what" text NOT NULL,
	"name" text NOT NULL,
	"outcome" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "activity_minute_what_name_outcome_pk" PRIMARY KEY("minute","what","name","outcome")
);
