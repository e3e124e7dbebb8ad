import { worklogType } from '../../../domain/kinds/processing/worklogType.ts';
import type { Services } from '../../../domain/ports/services.ts';
import { differences } from '../../../domain/search/compareIndex.ts';
import { liveIndex } from '../../../domain/search/indexes.ts';
import { makeElasticsearchSearch } from '../../../drivers/search/elasticsearch/elasticsearchEngine.ts';
import { makePostgresSearch } from '../../../drivers/search/postgres/postgresEngine.ts';
import { poll } from '../../helpers/waits/poll.ts';
import type { JobClient } from '../clients/jobs.ts';
import type { NotificationClient } from '../clients/notifications.ts';
import type { RecordClient } from '../clients/records.ts';
import type { Topology } from '../topology/topology.ts';

/** What the state of the service contradicts; each check returns one sentence for each problem. */

const SETTLE_LIMIT_MS = 240_000;
const MAX_LISTED = 10;

const listed = (ids: readonly string[]): string =>
  `${ids.slice(0, MAX_LISTED).join(', ')}${ids.length > MAX_LISTED ? `, and ${ids.length - MAX_LISTED} more` : ''}`;
const problem = (what: string, ids: readonly string[]): string[] =>
  ids.length === 0 ? [] : [`${ids.length} ${what}: ${listed(ids)}`];

/** Acknowledged writes against the database. The client may go on meanwhile. */
export async function recordProblems({ database }: Topology, client: RecordClient): Promise<string[]> {
  const acknowledged = client.acknowledged();
  const deleted = client.deleted();
  const rows = await database.sql<{ code: string }[]>`select code from worklog_type where code like 'created-%'`;
  const stored = new Set(rows.map(({ code }) => code));
  // The client may have deleted a record since.
  const present = new Set(client.acknowledged());
  return [
    ...problem(
      'acknowledged records are lost',
      acknowledged.filter((code) => present.has(code) && !stored.has(code)),
    ),
    ...problem(
      'acknowledged deletions are lost',
      deleted.filter((code) => stored.has(code)),
    ),
  ];
}

/** The index against the database, record by record. */
export async function indexProblems({ database, engine }: Topology): Promise<string[]> {
  const { sql } = database;
  const url = engine?.environment['ELASTICSEARCH_URL'];
  const elasticsearch = url === undefined ? undefined : makeElasticsearchSearch(sql, { url });
  const services = { sql, search: elasticsearch ?? makePostgresSearch(sql) } as unknown as Services;
  const compare = async () => {
    const live = await liveIndex(services, worklogType);
    const found = await Array.fromAsync(differences(services, worklogType, live?.name ?? ''));
    return found.map(({ id, is }) => `${id} ${is}`);
  };
  try {
    const found = await poll('the index to equal the database', async () => (await compare()).length === 0, 60_000, 500)
      .then(() => [])
      .catch(compare);
    return problem('records differ between index and database', found);
  } finally {
    await elasticsearch?.close();
  }
}

/** Deliveries against what the providers got. */
export async function deliveryProblems(
  { database, providers }: Topology,
  client: NotificationClient,
  mayRepeat: (at: number) => boolean,
): Promise<string[]> {
  const rows = await database.sql<{ id: string; status: string }[]>`
    select notification_id || ' ' || address as id, status from notification_target where address is not null`;
  const statuses = new Map(rows.map(({ id, status }) => [id, status]));
  const found = new Map<string, string[]>();
  const add = (what: string, recipient: string): void => {
    found.set(what, [...(found.get(what) ?? []), recipient]);
  };
  for (const { id, channel, recipients } of client.accepted.values())
    for (const recipient of recipients) {
      const copies = providers.copies.get(recipient) ?? [];
      const isExplained = (at: number) => providers.faults.has(recipient) || mayRepeat(at);
      const delivery = { channel, status: statuses.get(`${id} ${recipient}`), copies };
      for (const what of problemsOf(delivery, isExplained)) add(what, recipient);
    }
  return [...found].flatMap(([what, list]) => problem(what, list));
}

interface Delivery {
  readonly channel: 'email' | 'sms';
  readonly status: string | undefined;
  /** When the provider got each copy. */
  readonly copies: readonly number[];
}

function problemsOf({ channel, status, copies }: Delivery, isExplained: (at: number) => boolean): string[] {
  const found: string[] = [];
  if (status === undefined) found.push('accepted deliveries are lost');
  else if (status === 'PLAN' || status === 'IN_PROGRESS') found.push('deliveries have not ended');
  else if (status === 'SENT' && copies.length === 0) found.push('deliveries are SENT, and their provider has none');
  else if (status !== 'SENT' && channel === 'email') found.push(`e-mails are ${status}`);
  if (copies.length < 2) return found;
  if (channel === 'sms') found.push('SMS were sent twice');
  else if (!copies.slice(0, -1).every(isExplained))
    found.push('e-mails were sent twice without a fault at the time of the first copy');
  return found;
}

/** Jobs that failed; and steps, outbox rows and queue jobs that stay open when no client works any more. */
export async function workProblems({ database }: Topology, client: JobClient): Promise<string[]> {
  const { sql } = database;
  const jobs = await sql<{ id: string; status: string }[]>`
    select id, status from job where id = any(${[...client.accepted]}::uuid[])`;
  const statuses = new Map(jobs.map(({ id, status }) => [id, status]));
  const open = async () =>
    (
      await sql<{ what: string }[]>`
        select 'step ' || s.id as what from job_step s join job j on j.id = s.job_id
          where s.outcome is null and j.job_type <> 'CITY_TOUR'
        union all select 'notification ' || id from notification where status in ('PLAN', 'IN_PROGRESS')
        union all select 'outbox row ' || id from outbox
        union all select 'queue job ' || name || ' ' || id from pgboss.job where state = 'active'
        union all select 'dead letter ' || name || ' ' || id from pgboss.job where name like '%.dead'`
    ).map(({ what }) => what);
  const remaining = await poll('no work to be open', async () => (await open()).length === 0, SETTLE_LIMIT_MS, 500)
    .then(() => [])
    .catch(open);
  return [
    ...problem(
      'accepted Jobs are lost',
      [...client.accepted].filter((id) => !statuses.has(id)),
    ),
    ...problem(
      'Jobs failed',
      jobs.filter(({ status }) => status === 'FAILED').map(({ id }) => id),
    ),
    ...problem('parts of the work are open at the end', remaining),
  ];
}
