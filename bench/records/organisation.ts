import { loadavg } from 'node:os';
import { openDatabase } from '../../db/client.ts';
import {
  firstGroup,
  groupCode,
  idOf,
  loadGroups,
  loadSharings,
  loadUsers,
  userCode,
} from '../helpers/organisationData.ts';
import { startDatabases, startProcess } from '../helpers/servers.ts';

/**
 * Queries on an organisation of a million users in ten groups each, and as many sharings: the p95 of each query over
 * HTTP, by one client, with a different value each time. The search engine is PostgreSQL.
 *
 * bun bench/records/organisation.ts [users] [sharings] [times]
 */
const [users = 1_000_000, sharings = 1_000_000, times = 40] = process.argv.slice(2).map(Number);
const GROUPS = 10_000;
const LIMIT_MS = 100;

const databases = await startDatabases();
const url = await databases.make('waybill');
const sql = openDatabase(url, { name: 'bench', max: 2 });
const api = await startProcess('api', url);
const json = { 'content-type': 'application/json' };
const base = `http://127.0.0.1:${api.port}/api/v2`;
const began = performance.now();
const took = () => `${Math.round((performance.now() - began) / 1_000)} s`;

try {
  await loadGroups(sql, GROUPS);
  await loadUsers(sql, users, GROUPS);
  await loadSharings(sql, sharings);
  const [{ links }] = await sql<[{ links: bigint }]>`select count(*) as links from user_user_group`;
  console.log(`${users} users, ${links} links, ${sharings} sharings loaded after ${took()}`);
  await indexUsers();
  console.log(`users indexed after ${took()}; load ${loadavg()[0]?.toFixed(1)}`);
  for (const [question, path] of Object.entries(questions())) await measure(question, path);
  await patches();
  console.log(`done after ${took()}; load ${loadavg()[0]?.toFixed(1)}`);
} finally {
  await api.stop();
  await sql.end({ timeout: 1 });
  await databases.stop();
}

async function indexUsers(): Promise<void> {
  const workers = [await startProcess('worker', url), await startProcess('worker', url)];
  const job = { jobType: 'REINDEX', status: 'NEW', startDate: new Date().toISOString(), data: { kind: 'User' } };
  const response = await fetch(`${base}/jobs`, { method: 'POST', headers: json, body: JSON.stringify(job) });
  if (!response.ok) throw new Error(await response.text());
  const { id } = (await response.json()) as { id: string };
  for (let status = 'NEW'; status !== 'COMPLETED'; ) {
    await Bun.sleep(1_000);
    status = ((await (await fetch(`${base}/jobs/${id}`)).json()) as { status: string }).status;
    if (status === 'FAILED') throw new Error('the users could not be indexed');
  }
  await Promise.all(workers.map((worker) => worker.stop()));
}

/** Paths by question; each round uses another value. */
function questions(): Record<string, (round: number) => string> {
  const some = (round: number, of = users): number => ((round + 1) * 7_919) % of || 1;
  const many = (count: number, one: (n: number) => string) => Array.from({ length: count }, (_, n) => one(n)).join(',');
  const filtering = (query: object): string => `filtering=${encodeURIComponent(JSON.stringify(query))}`;
  const page = (query: object): string => `/users/search/page?${filtering(query)}`;
  const one = (column: string, value: string, operator = 'EQ') => page({ filters: [{ column, operator, value }] });
  const refs = sharings / 10;
  const owner = (round: number) => some(round, sharings / 5);
  return {
    'map of the groups of 500 users': (round) =>
      `/user-groups/by-users/map?userIds=${many(500, (n) => idOf('user', some(round * 500 + n)))}`,
    'groups of one user': (round) => `/user-groups/by-user/${idOf('user', some(round))}`,
    'sharings by reference': (round) => `/sharings/by-ref/T${some(round, refs) % 5}/UserGroup/r${some(round, refs)}`,
    'sharings by owner': (round) => `/sharings/by-owner/T${owner(round) % 5}/o${owner(round)}`,
    'sharings public or matching one': (round) =>
      `/sharings/public-or-matching/T${some(round, refs) % 5}/r${some(round, refs)}`,
    'sharings public or matching 500': (round) =>
      `/sharings/public-or-matching/T1/${many(500, (n) => `r${(some(round * 500 + n, refs / 5) * 5 + 1) % refs}`)}`,
    'the same of a subtype': (round) =>
      `/sharings/public-or-matching-subtype/T1/S1/${many(500, (n) => `r${(some(round * 500 + n, refs / 5) * 5 + 1) % refs}`)}`,
    'users: first page': () => page({}),
    'users: page 200 and beyond, by name': (round) => page({ page: 200 + round, sort: [{ column: 'name' }] }),
    'users: code': (round) => one('code', userCode(some(round))),
    'users: e-mail': (round) => one('email', `user${userCode(some(round)).slice(5)}@example.org`),
    'users: family name': (round) => one('familyName', `Nováková${some(round, 20_011)}`),
    'users: in a group': (round) => one('groups', groupCode(firstGroup(some(round), GROUPS) + 5)),
    'users: a characteristic': (round) => one('chars.desk', `D-${userCode(some(round)).slice(5)}`),
    'users: LIKE, 6 digits of the e-mail': (round) => one('email', `%r${userCode(some(round)).slice(5, 11)}%`, 'LIKE'),
    'users: LIKE, a family name, other case': (round) => one('name', `NOVÁKOVÁ${some(round, 20_011)}`, 'LIKE'),
    'users: fulltext, two words': (round) =>
      page({ fulltext: `jana${some(round) % 500} novakova${some(round) % 20_011}` }),
    'users: fulltext, one word': (round) => page({ fulltext: `novakova${10_000 + some(round, 10_011)}` }),
    'users: count of a group': (round) =>
      `/users/search/count?${filtering({ filters: [{ column: 'groups', value: groupCode(firstGroup(some(round), GROUPS) + 5) }] })}`,
    'users: count of all': () => '/users/search/count?filtering={}',
  };
}

async function measure(question: string, path: (round: number) => string): Promise<void> {
  const durations: number[] = [];
  let [found, bytes] = ['', 0];
  for (let round = 0; round < times; round++) {
    const target = base + path(round);
    const start = performance.now();
    const response = await fetch(target);
    const text = await response.text();
    durations.push(performance.now() - start);
    if (!response.ok) throw new Error(`${question}: ${text}`);
    if (round === 0) [found, bytes] = [foundIn(JSON.parse(text)), text.length];
  }
  report(question, found, durations, `, ${Math.ceil(bytes / 1_000)} KB`);
}

function foundIn(answer: unknown): string {
  if (typeof answer === 'number') return String(answer);
  if (Array.isArray(answer)) return String(answer.length);
  const { totalElements, count } = answer as { totalElements?: number; count?: number };
  return String(totalElements ?? count ?? Object.values(answer as object).flat().length);
}

function report(question: string, found: string, durations: number[], more = ''): void {
  const sorted = durations.sort((left, right) => left - right);
  const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;
  const p50 = sorted[Math.floor(sorted.length / 2)] ?? 0;
  console.log(
    `${question.padEnd(40)} ${found.padStart(8)} found${more}, p50 ${p50.toFixed(1)} p95 ${p95.toFixed(1)} ms, ratio to ${LIMIT_MS} ms ${(p95 / LIMIT_MS).toFixed(2)}`,
  );
}

/** Patches one user at a time, and prints the number of rows written in each table. */
async function patches(): Promise<void> {
  const kinds: Record<string, (round: number) => object> = {
    'patch of an e-mail': (round) => ({ email: `new${round}@example.org` }),
    'patch of one group of ten': (round) => {
      const first = firstGroup(1_000 + round, GROUPS);
      return { groups: Array.from({ length: 10 }, (_, k) => groupCode(first + (k === 9 ? 20 : k + 1))) };
    },
  };
  for (const [question, body] of Object.entries(kinds)) {
    const before = await written();
    const durations: number[] = [];
    for (let round = 0; round < times; round++) {
      const start = performance.now();
      const response = await fetch(`${base}/users/by-id/${idOf('user', 1_000 + round)}`, {
        method: 'PATCH',
        headers: json,
        body: JSON.stringify(body(round)),
      });
      const text = await response.text();
      durations.push(performance.now() - start);
      if (!response.ok) throw new Error(text);
    }
    await Bun.sleep(11_000);
    const after = await written();
    const rows = Object.entries(after).flatMap(([table, count]) => {
      const more = (count - (before[table] ?? 0)) / times;
      return more > 0 ? [`${table} ${more}`] : [];
    });
    report(question, '1', durations, `, rows written each: ${rows.join(', ')}`);
  }
}

async function written(): Promise<Record<string, number>> {
  const rows = await sql<{ table: string; count: bigint }[]>`
    select relname as table, n_tup_ins + n_tup_upd + n_tup_del as count from pg_stat_user_tables
    where schemaname = 'public' and relname <> 'process'`;
  return Object.fromEntries(rows.map(({ table, count }) => [table, Number(count)]));
}
