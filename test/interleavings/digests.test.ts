import { setDefaultTimeout } from 'bun:test';
import type { Database } from '../../db/client.ts';
import { readDeliveries } from '../../db/queries/notifications/deliveryRows.ts';
import { channels } from '../../domain/notifications/channels/index.ts';
import { setNotificationState } from '../../domain/notifications/commands.ts';
import type { DeliveryPlan } from '../../domain/notifications/plan.ts';
import { digestCandidates } from '../../domain/notifications/rules/openDigests.ts';
import type { Services } from '../../domain/ports/services.ts';
import { newId } from '../../domain/records/record.ts';
import type { AddressedRow } from '../../workers/deliveries/channelRequests.ts';
import { Digests } from '../../workers/deliveries/digests/digests.ts';
import type { DeliveryJob } from '../../workers/deliveries/effects.ts';
import { makeDatabaseForFile } from '../helpers/bootstrap.ts';
import { type Race, testRace } from '../helpers/interleavings/race.ts';
import { makeTestServices } from '../helpers/services.ts';
import { caller } from '../helpers/workerHarness.ts';
import { makeNotification, prepareNotification } from './notificationRows.ts';

// A limit on a hang.
setDefaultTimeout(120_000);

const database = await makeDatabaseForFile();

interface Event {
  readonly id: string;
  readonly target: string;
}
interface Rows {
  readonly address: string;
  /** The first one sends the digest. */
  readonly events: Event[];
}
type Work = Race<Rows>['sides'][string];

const context = { requestId: 'r', traceId: 't' };
const plan: DeliveryPlan = {
  ...{ templateCode: 'R', ruleCode: 'R', channels: { email: {} }, data: {}, context },
  digest: { minutes: 60 },
};
const [email] = channels.filter(({ name }) => name === 'email');
const rowOf = async ({ sql }: Services, { target }: Event) => {
  const [row] = await readDeliveries(sql, [target]);
  if (!email || !row || row.channel === null || row.address === null) throw new Error('The target has no address.');
  return { email, row: row as AddressedRow };
};

/** A worker prepares the delivery of an event: it waits for its digest, is added to one, or sends one. */
const join =
  (index: number): Work =>
  async (services, { events }) => {
    const event = events[index];
    if (!event) return 'no event';
    const found = await rowOf(services, event);
    const joined = await new Digests(services).join(found.row, plan, found.email);
    if (!('type' in joined)) return `sends ${(joined.data['items'] as unknown[] | undefined)?.length ?? 0}`;
    return joined.type === 'deferred' ? 'opens' : joined.type === 'repeated' ? 'joins' : joined.type;
  };

/** An api accepts an event: it is added to the open digest, or left to a worker. */
const accept: Work = async (services, { address, events }) => {
  const prepared = prepareNotification({ channel: 'email', address, plan });
  const { id, targets } = prepared.row;
  const candidates = digestCandidates(plan, targets, Date.now());
  await services.notificationWriter.submit({ ...prepared, candidates });
  events.push({ id, target: targets[0]?.id ?? '' });
  return 'accepts';
};

/** An api accepts two events: the first one shows it the open digest, on which the statement of the second one relies. */
const acceptTwo: Work = async (services, rows) => {
  await accept(services, rows);
  await accept(services, rows);
  return 'accepts two';
};

/** A client cancels the notification that sends the digest, whose queue job then has another one send it. */
const cancel: Work = async (services, { events: [first] }) => {
  if (!first) return 'no event';
  await setNotificationState(services, first.id, 'CANCELLED', caller);
  const digests = new Digests(services);
  const job = { data: { context } } as DeliveryJob;
  const passOn = async () => digests.passOn((await rowOf(services, first)).row, plan, job);
  // The job is claimed again.
  while (!(await passOn()));
  return 'cancels';
};

/** Makes events of one recipient, of which some are in the digest of the first one already. */
async function makeEvents(sql: Database, count: number, inDigest: number): Promise<Rows> {
  const address = `${newId()}@example.com`;
  const rows: Rows = { address, events: [] };
  for (let number = 0; number < count; number++)
    rows.events.push(await makeNotification(sql, { channel: 'email', address, plan }));
  const services = makeTestServices(sql);
  for (let number = 0; number < inDigest; number++) await join(number)(services, rows);
  return rows;
}

const closesNow = async (sql: Database, { events: [first] }: Rows) =>
  sql`update digest set closes_at = now() where leader = ${first?.target ?? ''}`;

/** The status of each event, and the event whose digest has its data. */
async function state(sql: Database, { events }: Rows): Promise<string> {
  const letters = new Map(events.map(({ target }, index) => [target, 'ABC'[index]]));
  const rows = await sql<{ id: string; status: string; leader: string | null }[]>`
    select t.id, t.status, i.leader from notification_target t left join digest_item i on i.target_id = t.id
    where t.id = any(${[...letters.keys()]}::uuid[])`;
  return rows
    .map(({ id, status, leader }) => `${letters.get(id)} ${status}${leader ? ` in ${letters.get(leader)}` : ''}`)
    .sort()
    .join(', ');
}

/** Without the lock, an event reads the open digest as it was. */
const withoutLock = [
  [/insert into digest \(/, 'with added as (insert into digest ('],
  [
    /on conflict \(key\) do update set key = excluded\.key\s+returning key, leader, (.*)$/,
    'on conflict do nothing returning key, leader, closes_at) select key, leader, $1 from (select * from added union all select key, leader, closes_at from digest where key = any($$1::text[])) as open',
  ],
] as const;

testRace<Rows>(database, {
  name: 'the close of a digest and an event that is added to it',
  async prepare(sql) {
    const rows = await makeEvents(sql, 2, 1);
    await closesNow(sql, rows);
    return rows;
  },
  sides: { close: join(0), add: join(1) },
  state,
  outcomes: ['sends 2, joins: A PLAN in A, B SKIPPED in A', 'sends 1, opens: A PLAN in A, B PLAN in B'],
  without: { name: 'the lock of the digest', replacements: withoutLock },
});

testRace<Rows>(database, {
  name: 'the close of a digest and an event that is accepted',
  async prepare(sql) {
    const rows = await makeEvents(sql, 1, 1);
    await closesNow(sql, rows);
    return rows;
  },
  sides: { close: join(0), accept },
  state,
  outcomes: ['sends 2, accepts: A PLAN in A, B SKIPPED in A', 'sends 1, accepts: A PLAN in A, B PLAN'],
  without: { name: 'the share lock of the digest', replacements: [[/for share of d/, '']] },
});

testRace<Rows>(database, {
  name: 'the cancellation of a notification that sends a digest and an event that is accepted',
  prepare: (sql) => makeEvents(sql, 1, 1),
  sides: { cancel, accept },
  state,
  outcomes: ['cancels, accepts: A CANCELLED in A, B PLAN', 'cancels, accepts: A CANCELLED, B PLAN in B'],
  without: { name: 'the lock of the digest', replacements: [[/for update$/, '']] },
});

testRace<Rows>(database, {
  name: 'the close of a digest and an event whose api knows the digest',
  async prepare(sql) {
    const rows = await makeEvents(sql, 1, 1);
    await closesNow(sql, rows);
    return rows;
  },
  sides: { close: join(0), acceptTwo },
  state,
  outcomes: [
    'sends 3, accepts two: A PLAN in A, B SKIPPED in A, C SKIPPED in A',
    'sends 2, accepts two: A PLAN in A, B SKIPPED in A, C PLAN',
    'sends 1, accepts two: A PLAN in A, B PLAN, C PLAN',
  ],
  without: {
    name: 'the check of the digest',
    replacements: [[/where \(select count\(\*\) from held\) = .*?\)\)/, ')']],
  },
});
