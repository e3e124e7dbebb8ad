import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { advanceClocks, PLACES, placeIn, queueOfType, setClocksBack } from '../../../db/queries/jobs/claimOrder.ts';
import { cancelJob } from '../../../domain/jobs/cancel.ts';
import { createStep } from '../../../domain/jobs/clientJobs/addSteps.ts';
import { createJob } from '../../../domain/jobs/create.ts';
import { claimSteps } from '../../../domain/jobs/leases/claimSteps.ts';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { parseStored } from '../../../domain/records/storedText.ts';
import { makeDatabaseForFile } from '../../helpers/bootstrap.ts';
import { makeTestServices } from '../../helpers/services.ts';
import { poll } from '../../helpers/waits/poll.ts';
import { caller } from '../../helpers/workerHarness.ts';

setDefaultTimeout(60_000);

const { sql } = await makeDatabaseForFile();
const services = makeTestServices(sql);
afterAll(() => services.caches.stop());

let types = 0;
const newType = (): string => `SHARED_${++types}`;

/** Creates a Job of so many steps, which have its name, for a user. Returns its id. */
async function create(
  jobType: string,
  name: string,
  steps: number,
  user = 'one',
  members: JsonObject = {},
): Promise<string> {
  const job = {
    ...{ jobType, startDate: '2026-11-20T08:00:00.000Z', status: 'NEW', ...members },
    jobSteps: Array.from({ length: steps }, () => ({ name, status: 'NEW' })),
  };
  return parseStored<{ id: string }>(await createJob(services, job, { caller: { ...caller, user } })).id;
}

/** Claims steps, and counts them by name. */
async function claim(jobTypes: readonly string[], max: number): Promise<Record<string, number>> {
  const { claims } = await claimSteps(services, { jobTypes, max, leaseSeconds: 600, worker: 'w1' }, caller);
  const counts: Record<string, number> = {};
  for (const text of claims) {
    const { name } = (JSON.parse(text) as { step: { name: string } }).step;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

const clockAt = (jobType: string, place: number): Promise<true> =>
  poll(`the clock of ${jobType} at ${place}`, async () => {
    const [row] = await sql`select from claim_clock where queue = ${queueOfType(jobType)} and place >= ${place}`;
    return row !== undefined || undefined;
  });

test('the single step of a Job is claimed before the many of another, whoever has created both', async () => {
  const type = newType();
  await create(type, 'bulk', 300);
  await claim([type], 100);
  await clockAt(type, 99);
  await create(type, 'letter of the same user', 1);
  await create(type, 'letter of another', 1, 'two');
  const next = await claim([type], 4);
  expect(next).toEqual({ bulk: 2, 'letter of the same user': 1, 'letter of another': 1 });
});

test('two Jobs share the claims from the creation of the second', async () => {
  const type = newType();
  await create(type, 'early', 300);
  await claim([type], 200);
  await clockAt(type, 199);
  await create(type, 'late', 100, 'two');
  const { early = 0, late = 0 } = await claim([type], 60);
  expect(early).toBeWithin(28, 33);
  expect(late).toBe(60 - early);
});

test('many Jobs of one user have one share together', async () => {
  const type = newType();
  for (let index = 0; index < 20; index++) await create(type, 'of the many', 1);
  await create(type, 'of the few', 20, 'two');
  const { 'of the many': many = 0 } = await claim([type], 20);
  expect(many).toBeWithin(9, 13);
});

test('each further Job of a user has a smaller share, and another user is not delayed by their number', async () => {
  const type = newType();
  for (const name of ['first', 'second', 'third']) await create(type, name, 100);
  await create(type, 'other', 100, 'two');
  const shares = await claim([type], 100);
  expect(shares.first).toBeGreaterThan(shares.second ?? 0);
  expect(shares.second).toBeGreaterThan(shares.third ?? 0);
  expect(shares.third).toBeGreaterThan(10);
  expect(shares.other).toBeGreaterThan(30);
});

test('steps that a Job gets late begin at the clock, and not where its others have ended', async () => {
  const type = newType();
  await create(type, 'bulk', 50);
  const open = await create(type, 'open', 1, 'two', { closed: false });
  await claim([type], 40);
  await clockAt(type, 38);
  const [before] = await sql<{ place: number }[]>`select next_place::int as place from job where id = ${open}`;
  expect(before?.place).toBe(1);
  for (let index = 0; index < 10; index++)
    await createStep(services, { jobId: open, name: 'late', status: 'NEW' }, { caller });
  const next = await claim([type], 10);
  expect(next.bulk).toBeWithin(4, 7);
});

test('a claim of several types takes as much of each, wherever their clocks are', async () => {
  const [fast, slow] = [newType(), newType()];
  await create(fast, 'fast', 200);
  await create(slow, 'slow', 200);
  await claim([fast], 150);
  await clockAt(fast, 149);
  const { fast: some = 0 } = await claim([fast, slow], 20);
  expect(some).toBeWithin(8, 13);
});

test('places of one priority end where those of the next begin', () => {
  expect(placeIn(5)).toEqual({ priority: 0, place: 5 });
  expect(placeIn(-3 * PLACES + 7)).toEqual({ priority: 3, place: 7 });
  expect(placeIn(2 * PLACES)).toEqual({ priority: -2, place: 0 });
});

test('an advanced clock is set back once no Job of its type and priority is open', async () => {
  const type = newType();
  await advanceClocks(sql, [{ queue: queueOfType(type), priority: 0, place: 2_000_000 }]);
  const id = await create(type, 'open', 1);
  const other = await create(type, 'urgent', 1, 'one', { priority: 1 });
  await setClocksBack(sql, () => []);
  await clockAt(type, 2_000_000);
  await cancelJob(services, id, { caller });
  await setClocksBack(sql, () => []);
  expect(await sql`select from claim_clock where queue = ${queueOfType(type)}`).toHaveLength(0);
  await create(type, 'new', 1);
  expect(await sql`select from job where job_type = ${type} and first_place > 0`).toHaveLength(1);
  await cancelJob(services, other, { caller });
});

test('a clock that a transaction has read is not set back', async () => {
  const type = newType();
  await advanceClocks(sql, [{ queue: queueOfType(type), priority: 0, place: 2_000_000 }]);
  await sql.begin(async (transaction) => {
    await transaction`select from claim_clock`;
    await setClocksBack(sql, () => []);
    await clockAt(type, 2_000_000);
  });
  await setClocksBack(sql, () => []);
  expect(await sql`select from claim_clock where queue = ${queueOfType(type)}`).toHaveLength(0);
});
