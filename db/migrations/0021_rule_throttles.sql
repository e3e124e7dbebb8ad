CREATE TABLE "rule_throttle" (
	"key" text PRIMARY KEY NOT NULL,
	"permits" jsonb NOT NULL,
	"max_count" integer NOT NULL,
	"window_ms" bigint NOT NULL
);
