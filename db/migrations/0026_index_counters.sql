CREATE TABLE "search_index_count" (
	"index" text NOT NULL,
	"slot" smallint NOT NULL,
	"rows" bigint NOT NULL,
	CONSTRAINT "search_index_count_index_slot_pk" PRIMARY KEY("index","slot")
) WITH (fillfactor = 50);
--> statement-breakpoint
-- Sessions write to different rows, so that two of them hardly wait for each other.
CREATE FUNCTION count_index_rows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change bigint;
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    UPDATE public.search_index_count SET rows = 0 WHERE index = TG_TABLE_NAME;
    RETURN NULL;
  END IF;
  SELECT CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END INTO change FROM changed;
  IF change <> 0 THEN
    INSERT INTO public.search_index_count AS c (index, slot, rows) VALUES (TG_TABLE_NAME, pg_backend_pid() % 32, change)
      ON CONFLICT (index, slot) DO UPDATE SET rows = c.rows + excluded.rows;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- For an empty table only.
CREATE FUNCTION create_index_counter(index text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM public.search_index_count c WHERE c.index = create_index_counter.index;
  INSERT INTO public.search_index_count (index, slot, rows) VALUES (create_index_counter.index, 0, 0);
  EXECUTE format('CREATE TRIGGER count_insert AFTER INSERT ON search.%I REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION public.count_index_rows()', index);
  EXECUTE format('CREATE TRIGGER count_delete AFTER DELETE ON search.%I REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION public.count_index_rows()', index);
  EXECUTE format('CREATE TRIGGER count_truncate AFTER TRUNCATE ON search.%I
    FOR EACH STATEMENT EXECUTE FUNCTION public.count_index_rows()', index);
END $$;
