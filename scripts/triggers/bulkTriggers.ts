/**
 * What clears the inputs of a bulk change. A trigger, because workers may not write inputs: apis make some of the changes, with
 * the rights of their callers.
 */
export const bulkTriggers: readonly string[] = [
  `CREATE FUNCTION clear_bulk_input() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.input := NULL;
  RETURN NEW;
END $$;`,
  `CREATE TRIGGER "bulk_item_done" BEFORE UPDATE ON "bulk_item" FOR EACH ROW WHEN (NEW.done)
  EXECUTE FUNCTION clear_bulk_input();`,
];
