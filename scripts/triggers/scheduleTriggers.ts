/** What begins and changes the state of schedules (db/schema/schedules.ts). */
export const scheduleTriggers: readonly string[] = [
  `-- A trigger, because schedules are written on several paths. It runs with the rights of the owner, as only workers may
-- write the state. A write that names no holder leaves the holder.
CREATE FUNCTION follow_schedules() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  writer text := nullif(current_setting('waybill.holder', true), '');
BEGIN
  INSERT INTO schedule_state (schedule_id, holder) VALUES (new.id, writer)
  ON CONFLICT (schedule_id) DO UPDATE
    SET holder = coalesce(excluded.holder, schedule_state.holder), revision = schedule_state.revision + 1;
  PERFORM pg_notify('waybill_schedules', '');
  RETURN NULL;
END $$;`,
  `CREATE TRIGGER "schedule_state" AFTER INSERT OR UPDATE OF doc ON "schedule"
  FOR EACH ROW EXECUTE FUNCTION follow_schedules();`,
];
