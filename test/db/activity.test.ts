import { expect, setDefaultTimeout, test } from 'bun:test';
import { activityOf, addActivity } from '../../db/queries/runtime/activity.ts';
import { Metrics } from '../../domain/runtime/metrics.ts';
import { makeDatabaseForFile } from '../helpers/bootstrap.ts';

setDefaultTimeout(60_000);

const database = await makeDatabaseForFile();

test('counts whose write failed are written with the next ones, and none twice', async () => {
  const { sql } = database;
  const metrics = new Metrics();
  const count = (times: number) => metrics.steps.inc({ type: 'ACTIVITY_TEST', outcome: 'completed' }, times);
  const pass = () => metrics.flushActivity((added) => addActivity(sql, added));
  const written = async () =>
    (await activityOf(sql, { minutes: 5, step: 5 }))
      .filter(({ name }) => name === 'ACTIVITY_TEST')
      .reduce((sum, one) => sum + one.count, 0);
  count(3);
  await sql`alter table activity rename to away`;
  await expect(pass()).rejects.toThrow('activity');
  await sql`alter table away rename to activity`;
  count(2);
  await pass();
  await pass();
  expect(await written()).toBe(5);
});
