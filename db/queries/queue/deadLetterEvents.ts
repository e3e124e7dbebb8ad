import type { Database } from '../../client.ts';
import { LOCK_TIMEOUT, retryDdl } from '../../retryDdl.ts';

/** The lock of migrations: of two concurrent calls, the second waits for the first. */
const LOCK = 8_710_233;

/**
 * Creates a trigger that writes an outbox row for each dead letter, in the transaction that inserts the dead letter.
 * pg-boss itself moves a job whose worker died too often to the dead letters, in SQL that no process of Waybill sees.
 *
 * The row has the id of the failed job, so that a job has at most one event.
 *
 * @param eventQueue the queue of the event
 * @param silent     queues whose dead letters have no event
 */
export async function makeDeadLetterEvents(
  sql: Database,
  { eventQueue, silent }: { eventQueue: string; silent: readonly string[] },
): Promise<void> {
  const change = () =>
    sql.begin(async (transaction) => {
      await transaction`select pg_advisory_xact_lock(${LOCK})`;
      await transaction`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`;
      await transaction.unsafe(`
      create or replace function dead_letter_event() returns trigger language plpgsql as $$
      begin
        if new.source_name <> all (array[${silent.map(quoted).join(', ')}]::text[]) then
          insert into outbox (id, queue, data)
          values (new.source_id, ${quoted(eventQueue)}, json_build_object(
            'eventType', 'SYSTEM', 'ownerType', 'Queue', 'ownerId', new.source_name, 'data', json_build_object(
              'event', 'DEAD_LETTER', 'queue', new.source_name, 'jobId', new.source_id,
              'reason', coalesce(new.source_output->>'message', new.source_output::text, 'no worker has ended it')))::text)
          on conflict do nothing;
        end if;
        return null;
      end $$`);
      // CREATE TRIGGER locks the table against writes, so it runs once.
      const [existing] = await transaction`
      select from pg_trigger where tgname = 'dead_letter_event' and tgrelid = 'pgboss.job_common'::regclass`;
      if (existing) return;
      // Dead letters are in this partition. For its other jobs, only the condition of the trigger is evaluated.
      await transaction.unsafe(`
      create trigger dead_letter_event after insert on pgboss.job_common for each row
      when (new.source_name is not null and new.name = new.source_name || '.dead') execute function dead_letter_event()`);
    });
  await retryDdl(change);
}

const quoted = (name: string): string => `'${name.replaceAll("'", "''")}'`;
