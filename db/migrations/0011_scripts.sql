CREATE TABLE "script" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"incarnation" bigint NOT NULL,
	"index_version" bigint NOT NULL,
	"doc" text NOT NULL,
	"audit" text NOT NULL,
	"search" text NOT NULL,
	"code" text NOT NULL
);
