import { expect, test } from 'bun:test';
import { makeDatabaseForFile } from '../../helpers/bootstrap.ts';
import { poll } from '../../helpers/waits/poll.ts';

const database = await makeDatabaseForFile();

const start = (count: number) =>
  Bun.spawn(
    [process.execPath, `${import.meta.dir}/../../helpers/processes/saveDiffProcess.ts`, database.url, `${count}`],
    {
      stdout: 'pipe',
      stderr: 'inherit',
    },
  );

/** What the process does in the database right now. */
async function query(): Promise<string> {
  const [row] = await database.sql<{ query: string }[]>`
    select query from pg_stat_activity where application_name = 'waybill to be killed' and state <> 'idle'`;
  return row?.query ?? '';
}

async function rows(): Promise<{ records: bigint; history: bigint; outbox: bigint }> {
  const [row] = await database.sql<{ records: bigint; history: bigint; outbox: bigint }[]>`
    select (select count(*) from worklog_type) as records, (select count(*) from history) as history,
      (select count(*) from outbox) as outbox`;
  return row as { records: bigint; history: bigint; outbox: bigint };
}

const connectionsEnded = () =>
  poll('its connections to end', async () => {
    const [row] = await database.sql<{ count: bigint }[]>`
    select count(*) from pg_stat_activity where application_name = 'waybill to be killed'`;
    return row?.count === 0n;
  });

// Each moment is met by a lock that the test holds: the process waits there, and is killed while it does.
for (const [moment, locked] of [
  ['before its records are written', 'worklog_type'],
  ['between its records and its history', 'history'],
  ['with all written but its queue jobs', 'outbox'],
] as const) {
  test(`a saveDiff killed ${moment} has left nothing`, async () => {
    const child = await database.sql.begin(async (holder) => {
      await holder.unsafe(`lock table ${locked} in share row exclusive mode`);
      const started = start(2_000);
      await poll(`the saveDiff to wait for ${locked}`, async () => {
        const [waiting] = await database.sql`
          select from pg_stat_activity where application_name = 'waybill to be killed' and wait_event_type = 'Lock'`;
        return waiting !== undefined && (await query()).includes(locked);
      });
      started.kill('SIGKILL');
      await started.exited;
      return started;
    });
    expect(child.signalCode).toBe('SIGKILL');
    await connectionsEnded();
    expect(await rows()).toEqual({ records: 0n, history: 0n, outbox: 0n });
  }, 60_000);
}

test('one that is left alone has saved everything', async () => {
  const child = start(2_000);
  expect(await child.exited).toBe(0);
  expect(await new Response(child.stdout).text()).toBe('saved\n');
  expect(await rows()).toEqual({ records: 2_000n, history: 2_000n, outbox: 4n });
}, 60_000);
