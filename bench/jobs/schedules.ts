import { openDatabase } from '../../db/client.ts';
import { poll } from '../../test/helpers/waits/poll.ts';
import { median, startDatabases, startProcess } from '../helpers/servers.ts';

/**
 * Schedules that all run in the same second, with two workers: the time from that second until the last of their Jobs is
 * there, and how late each run was decided.
 *
 * bun bench/jobs/schedules.ts [schedules] [rounds]
 */
const [count = 1_000, rounds = 3] = process.argv.slice(2).map(Number);
const CLIENTS = 16;
/** From the creation of the last schedule to the second of the runs: workers have planned all of them by then. */
const LEAD_MS = 5_000;
/** Schedules that are created in a second, at least. */
const CREATED_PER_SECOND = 100;

const databases = await startDatabases();
const url = await databases.make('waybill');
const sql = openDatabase(url, { name: 'bench', max: 2 });
const api = await startProcess('api', url, { RATE_PER_CALLER: '0' });
const workers = [await startProcess('worker', url), await startProcess('worker', url)];

async function post(body: object): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${api.port}/api/v2/schedules`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (answer.status !== 200) throw new Error(await answer.text());
  await answer.text();
}

/** Returns the ms from the second of the runs until all Jobs are there. */
async function round(number: number): Promise<number> {
  const second = Math.ceil((Date.now() + LEAD_MS) / 1_000 + count / CREATED_PER_SECOND) * 1_000;
  const at = new Date(second).toISOString();
  let made = 0;
  const client = async (): Promise<void> => {
    while (made < count) {
      const code = `bench-${number}-${made++}`;
      await post({ code, name: code, at, jobType: 'BENCH_SCHEDULED', data: { code } });
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  await poll(
    'the schedules to be planned',
    async () =>
      (await sql<[{ planned: number }]>`select count(*)::int as planned from schedule_state where next_at = ${at}`)[0]
        .planned === count,
  );
  if (Date.now() > second - 1_000) throw new Error('the schedules were not planned in time: take fewer of them');
  await Bun.sleep(second - Date.now());
  await poll(
    'the Jobs',
    async () =>
      (
        await sql<[{ jobs: number }]>`
          select count(*)::int as jobs from schedule_run r join job j on j.id = r.job_id
          where r.planned_at = ${at} and r.outcome = 'STARTED'`
      )[0].jobs === count,
    60_000,
  );
  const tookMs = Date.now() - second;
  const [late] = await sql<{ p50: number; p99: number }[]>`
    select percentile_cont(0.5) within group (order by ms) as p50, percentile_cont(0.99) within group (order by ms) as p99
    from (select extract(epoch from decided_at - planned_at)::float8 * 1000 as ms from schedule_run where planned_at = ${at}) runs`;
  console.log(
    `round ${number + 1}: all Jobs after ${tookMs} ms; a run began ${Math.round(late?.p50 ?? 0)} ms late (p50), ${Math.round(late?.p99 ?? 0)} ms (p99)`,
  );
  return tookMs;
}

const took: number[] = [];
for (let number = 0; number < rounds; number++) took.push(await round(number));
console.log(`all ${count} Jobs after ${Math.round(median(took))} ms (at most 2000)`);
await Promise.all([api, ...workers].map((one) => one.stop()));
await sql.end({ timeout: 1 });
await databases.stop();
