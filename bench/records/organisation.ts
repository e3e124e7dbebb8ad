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
 * What is asked of an organisation of a million users in ten groups each, and of as many sharings: p95 of each question
 * over HTTP, one client, another value each time. PostgreSQL searches.
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
  for (const [question, path] of Object.entries(questions())) await ask(question, path);
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
  const made = await fetch(`${base}/jobs`, { method: 'POST', body: JSON.stringify(job) });
  if (!made.ok) throw new Error(await made.text());
  const { id } = (await made.json()) as { id: string };
  for (let status = 'NEW'; status !== 'COMPLETED'; ) {
    await Bun.sleep(1_000);
    status = ((await (await fetch(`${base}/jobs/${id}`)).json()) as { status: string }).status;
    if (status === 'FAILED') throw new Error('the users could not be indexed');
  }
  await Promise.all(workers.map((worker) => worker.stop()));
}

/** Paths by what they ask. */
function questions(): Record<string, (turn: number) => string> {
  const some = (turn: number, of = users): number => ((turn + 1) * 7_919) % of || 1;
  const many = (count: number, one: (n: number) => string) => Array.from({ length: count }, (_, n) => one(n)).join(',');
  const filtering = (query: object): string => `filtering=${encodeURIComponent(JSON.stringify(query))}`;
  const page = (query: object): string => `/users/search/page?${filtering(query)}`;
  const one = (column: string, value: string, operator = 'EQ') => page({ filters: [{ column, operator, value }] });
  const refs = sharings / 10;
  const owner = (turn: number) => some(turn, sharings / 5);
  return {
    'map of the groups of 500 users': (turn) =>
      `/user-groups/by-users/map?userIds=${many(500, (n) => idOf('user', some(turn * 500 + n)))}`,
    'groups of one user': (turn) => `/user-groups/by-user/${idOf('user', some(turn))}`,
    'sharings by reference': (turn) => `/sharings/by-ref/T${some(turn, refs) % 5}/UserGroup/r${some(turn, refs)}`,
    'sharings by owner': (turn) => `/sharings/by-owner/T${owner(turn) % 5}/o${owner(turn)}`,
    'sharings public or matching one': (turn) =>
      `/sharings/public-or-matching/T${some(turn, refs) % 5}/r${some(turn, refs)}`,
    'sharings public or matching 500': (turn) =>
      `/sharings/public-or-matching/T1/${many(500, (n) => `r${(some(turn * 500 + n, refs / 5) * 5 + 1) % refs}`)}`,
    'the same of a subtype': (turn) =>
      `/sharings/public-or-matching-subtype/T1/S1/${many(500, (n) => `r${(some(turn * 500 + n, refs / 5) * 5 + 1) % refs}`)}`,
    'users: first page': () => page({}),
    'users: page 200 and beyond, by name': (turn) => page({ page: 200 + turn, sort: [{ column: 'name' }] }),
    'users: code': (turn) => one('code', userCode(some(turn))),
    'users: e-mail': (turn) => one('email', `user${userCode(some(turn)).slice(5)}@example.org`),
    'users: family name': (turn) => one('familyName', `Nováková${some(turn, 20_011)}`),
    'users: in a group': (turn) => one('groups', groupCode(firstGroup(some(turn), GROUPS) + 5)),
    'users: a characteristic': (turn) => one('chars.desk', `D-${userCode(some(turn)).slice(5)}`),
    'users: LIKE, 6 digits of the e-mail': (turn) => one('email', `%r${userCode(some(turn)).slice(5, 11)}%`, 'LIKE'),
    'users: LIKE, a family name, other case': (turn) => one('name', `NOVÁKOVÁ${some(turn, 20_011)}`, 'LIKE'),
    'users: fulltext, two words': (turn) =>
      page({ fulltext: `jana${some(turn) % 500} novakova${some(turn) % 20_011}` }),
    'users: fulltext, one word': (turn) => page({ fulltext: `novakova${10_000 + some(turn, 10_011)}` }),
    'users: count of a group': (turn) =>
      `/users/search/count?${filtering({ filters: [{ column: 'groups', value: groupCode(firstGroup(some(turn), GROUPS) + 5) }] })}`,
    'users: count of all': () => '/users/search/count?filtering={}',
  };
}

async function ask(question: string, path: (turn: number) => string): Promise<void> {
  const taken: number[] = [];
  let [found, bytes] = ['', 0];
  for (let turn = 0; turn < times; turn++) {
    const target = base + path(turn);
    const start = performance.now();
    const response = await fetch(target);
    const text = await response.text();
    taken.push(performance.now() - start);
    if (!response.ok) throw new Error(`${question}: ${text}`);
    if (turn === 0) [found, bytes] = [foundIn(JSON.parse(text)), text.length];
  }
  report(question, found, taken, `, ${Math.ceil(bytes / 1_000)} KB`);
}

function foundIn(answer: unknown): string {
  if (typeof answer === 'number') return String(answer);
  if (Array.isArray(answer)) return String(answer.length);
  const { totalElements, count } = answer as { totalElements?: number; count?: number };
  return String(totalElements ?? count ?? Object.values(answer as object).flat().length);
}

function report(question: string, found: string, taken: number[], more = ''): void {
  const sorted = taken.sort((left, right) => left - right);
  const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;
  const p50 = sorted[Math.floor(sorted.length / 2)] ?? 0;
  console.log(
    `${question.padEnd(40)} ${found.padStart(8)} found${more}, p50 ${p50.toFixed(1)} p95 ${p95.toFixed(1)} ms, ratio to ${LIMIT_MS} ms ${(p95 / LIMIT_MS).toFixed(2)}`,
  );
}

/** Patches of one user each, and how many rows of any table they have written. */
async function patches(): Promise<void> {
  const kinds: Record<string, (turn: number) => object> = {
    'patch of an e-mail': (turn) => ({ email: `new${turn}@example.org` }),
    'patch of one group of ten': (turn) => {
      const first = firstGroup(1_000 + turn, GROUPS);
      return { groups: Array.from({ length: 10 }, (_, k) => groupCode(first + (k === 9 ? 20 : k + 1))) };
    },
  };
  for (const [question, body] of Object.entries(kinds)) {
    const before = await written();
    const taken: number[] = [];
    for (let turn = 0; turn < times; turn++) {
      const start = performance.now();
      const response = await fetch(`${base}/users/by-id/${idOf('user', 1_000 + turn)}`, {
        method: 'PATCH',
        body: JSON.stringify(body(turn)),
      });
      const text = await response.text();
      taken.push(performance.now() - start);
      if (!response.ok) throw new Error(text);
    }
    await Bun.sleep(11_000);
    const after = await written();
    const rows = Object.entries(after).flatMap(([table, count]) => {
      const more = (count - (before[table] ?? 0)) / times;
      return more > 0 ? [`${table} ${more}`] : [];
    });
    report(question, '1', taken, `, rows written each: ${rows.join(', ')}`);
  }
}

async function written(): Promise<Record<string, number>> {
  const rows = await sql<{ table: string; count: bigint }[]>`
    select relname as table, n_tup_ins + n_tup_upd + n_tup_del as count from pg_stat_user_tables
    where schemaname = 'public' and relname <> 'process'`;
  return Object.fromEntries(rows.map(({ table, count }) => [table, Number(count)]));
}
