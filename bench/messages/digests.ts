import { openDatabase } from '../../db/client.ts';
import type { Values } from '../../domain/kinds/kind.ts';
import { notification as kind } from '../../domain/kinds/processing/notification.ts';
import { firstAudit, recordTexts } from '../../domain/records/record.ts';
import { poll } from '../../test/helpers/waits/poll.ts';
import { cpuOf, cpuOfServer, cpuOfTree } from '../helpers/cpu.ts';
import { streets } from '../helpers/logData.ts';
import { median, pairedRatio, startBare, startDatabases, startProcess } from '../helpers/servers.ts';

/**
 * Events to 1,000 recipients, by a rule with a digest: from the first POST of 32 clients until each event is in the digest
 * of its recipient, with two workers, relay and indexing running. Against a bare route that inserts the same rows:
 * notification, target and two outbox rows. The digests are open during the measurement, so that none is sent.
 *
 * bun bench/messages/digests.ts [events] [recipients] [rounds]
 */
const [events = 100_000, recipients = 1_000, rounds = 3] = process.argv.slice(2).map(Number);
const CLIENTS = 32;

const databases = await startDatabases();
const url = await databases.make('waybill');
const sql = openDatabase(url, { name: 'bench', max: 2 });
const env = { RATE_PER_CALLER: '0', LOG_LEVEL: 'warn', SMTP_URL: 'smtp://127.0.0.1:9' };
const api = await startProcess('api', url, env);
const workers = [await startProcess('worker', url, env), await startProcess('worker', url, env)];

const [{ pid: backend }] = await sql<[{ pid: number }]>`select pg_backend_pid() as pid`;
/** Returns the seconds of processor time used so far, by part. */
const used = (): Record<string, number> => ({
  api: cpuOf(api.pid),
  workers: workers.reduce((sum, { pid }) => sum + cpuOfTree(pid), 0),
  bare: cpuOf(bare.pid),
  postgres: cpuOfServer(backend),
});

/** Returns the µs of processor time for each event since `before`, as text. */
function costs(before: Record<string, number>): string {
  const parts = Object.entries(used()).map(([part, seconds]) => [
    part,
    Math.round(((seconds - (before[part] ?? 0)) / events) * 1e6),
  ]);
  return `µs of processor time for each: ${parts.map(([part, micros]) => `${part} ${micros}`).join(', ')}`;
}

const eventOf = (number: number, templateCode: string) => ({
  ownerType: 'Outage',
  ownerId: String(number % 500),
  templateCode,
  data: { street: `${streets[number % streets.length]} ${number % 300}`, from: '08:00', hours: number % 24 },
  notificationTo: [{ email: `customer${number % recipients}@example.com` }],
});
const record: Values = {
  id: crypto.randomUUID(),
  ...eventOf(1, 'digest-0'),
  status: 'PLAN',
  created: new Date().toISOString(),
};
const { search } = recordTexts(kind, record, firstAudit({ user: 'anonymous', requestId: 'bench', traceId: 'bench' }));
// A database of its own: workers would deliver its rows.
const bareUrl = await databases.make('bare');
const bare = await startBare(bareUrl, { BENCH_SEARCH: Buffer.from(search).toString('base64') });

async function post(address: string, body: object): Promise<void> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(text);
}

async function postAll(address: string, templateCode: string): Promise<void> {
  let sent = 0;
  const client = async (): Promise<void> => {
    while (sent < events) await post(address, eventOf(sent++, templateCode));
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

/** Returns the events a second until all are in digests. */
async function digested(round: number): Promise<number> {
  const code = `digest-${round}`;
  const config = { emailTemplateCode: 'mail', subject: 'Outages', digest: { minutes: 600 } };
  await post(`http://127.0.0.1:${api.port}/api/v2/notification-rules`, { code, name: code, config });
  const before = used();
  const began = performance.now();
  await postAll(`http://127.0.0.1:${api.port}/api/v2/notifications`, code);
  const accepted = performance.now();
  const [expected, expectedDigests] = [events * (round + 1), recipients * (round + 1)];
  await poll(
    'the events to be in digests',
    async () => {
      const [row] = await sql<{ items: number }[]>`select count(*)::int as items from digest_item`;
      return row?.items === expected;
    },
    3_600_000,
  );
  const ended = performance.now();
  const [row] = await sql<{ digests: number }[]>`select count(distinct leader)::int as digests from digest_item`;
  if (row?.digests !== expectedDigests) throw new Error(`there are ${row?.digests} digests and not ${expectedDigests}`);
  const perSecond = (events / (ended - began)) * 1_000;
  console.log(
    `round ${round + 1}: accepted after ${((accepted - began) / 1_000).toFixed(1)} s, in digests after ${((ended - began) / 1_000).toFixed(1)} s, ${Math.round(perSecond)}/s`,
  );
  console.log(`  ${costs(before)}`);
  await poll(
    'the remaining work',
    async () =>
      (
        await sql`select 1 from outbox where not_before <= now() union all
          select 1 from pgboss.job where state < 'completed' and start_after <= now() limit 1`
      ).length === 0,
    600_000,
  );
  return perSecond;
}

async function inserted(): Promise<number> {
  const before = used();
  const began = performance.now();
  await postAll(`http://127.0.0.1:${bare.port}/notifications`, 'digest-0');
  const perSecond = (events / (performance.now() - began)) * 1_000;
  console.log(`bare insert ${Math.round(perSecond)}/s; ${costs(before)}`);
  return perSecond;
}

const content = '{{#each items}}<p>No water in {{street}}.</p>{{/each}}';
await post(`http://127.0.0.1:${api.port}/api/v2/formatter-templates`, {
  ...{ code: 'mail', inputType: 'HTML', documentType: 'EMAIL', content },
});
const waybill: number[] = [];
const peer: number[] = [];
for (let round = 0; round < rounds; round++) {
  peer.push(await inserted());
  waybill.push(await digested(round));
}
console.log(`digests     ${Math.round(median(waybill))} events/s`);
console.log(`bare insert ${Math.round(median(peer))} events/s`);
console.log(`ratio       ${pairedRatio(waybill, peer)} (at least 0.5)`);
await Promise.all([api, bare, ...workers].map((one) => one.stop()));
await sql.end({ timeout: 1 });
await databases.stop();
