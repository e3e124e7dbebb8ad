import { afterEach, expect, test } from 'bun:test';
import { type Heartbeat, makeHeartbeat } from '../../../domain/runtime/heartbeat.ts';
import { makeDatabaseForFile } from '../../helpers/bootstrap.ts';
import { makeTestServices } from '../../helpers/services.ts';

const { sql } = await makeDatabaseForFile();
const services = makeTestServices(sql);
const started: Heartbeat[] = [];

async function start(role = 'worker', status: object = {}): Promise<Heartbeat> {
  const heartbeat = makeHeartbeat(services, { role, queues: [], status: () => status });
  started.push(heartbeat);
  await heartbeat.start();
  return heartbeat;
}

afterEach(async () => {
  for (const heartbeat of started.splice(0)) await heartbeat.stop();
});

test('of several workers, the first is the oldest', async () => {
  const all = [await start(), await start(), await start()];
  expect(all.map(({ isOldest }) => isOldest)).toEqual([true, false, false]);
});

test('a process of another role, one that stops, and one that has ended do not count', async () => {
  await start('api');
  await start('worker', { stopping: true });
  const ended = await start();
  await ended.stop();
  expect((await start()).isOldest).toBe(true);
});

test('a process that is silent, or of another release, does not count', async () => {
  const older = await start();
  const [row] = await sql<{ status: string }[]>`select status from process where id = ${older.id}`;
  await older.stop();
  const status = JSON.parse(row?.status ?? '');
  const isOldest = async (values: object, silentSeconds: number): Promise<boolean> => {
    await sql`
      insert into process (id, role, host, pid, queues, started_at, seen_at, status)
      values (${older.id}, 'worker', 'h', 1, '{}', now(), now() - make_interval(secs => ${silentSeconds}), ${JSON.stringify({ ...status, ...values })})
      on conflict (id) do update set seen_at = excluded.seen_at, status = excluded.status`;
    return (await start()).isOldest;
  };
  expect(await isOldest({}, 60)).toBe(true);
  await Promise.all(started.splice(0).map((heartbeat) => heartbeat.stop()));
  expect(await isOldest({ release: '0.0.1' }, 0)).toBe(true);
  await Promise.all(started.splice(0).map((heartbeat) => heartbeat.stop()));
  expect(await isOldest({}, 0)).toBe(false);
});
