import type { Database } from '../../client.ts';
import { LOCK_TIMEOUT, retryDdl } from '../../retryDdl.ts';

/** As of the lock of migrations: two that run at once wait for each other. */
const LOCK = 8_710_233;

/**
 * Has the database itself make a row of the outbox of each dead letter, in the transaction that makes the dead letter.
 * pg-boss gives jobs up in SQL of its own, when they lapse as often as they may, and no process is told.
 *
 * The row has the id of the job that was given up: processes of 0.1.0 write the same row before they give a job up, and of
 * two with one id one counts.
 *
 * @param eventQueue where the event goes
 * @param silent     queues whose dead letters make none
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
      // The trigger locks the table against writes for a moment, so it is made once.
      const [there] = await transaction`
      select from pg_trigger where tgname = 'dead_letter_event' and tgrelid = 'pgboss.job_common'::regclass`;
      if (there) return;
      // Queues of dead letters have no table of their own; jobs of other queues pay for the condition alone.
      await transaction.unsafe(`
      create trigger dead_letter_event after insert on pgboss.job_common for each row
      when (new.source_name is not null and new.name = new.source_name || '.dead') execute function dead_letter_event()`);
    });
  await retryDdl(change);
}

const quoted = (name: string): string => `'${name.replaceAll("'", "''")}'`;
