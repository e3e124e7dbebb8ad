import { loadavg } from 'node:os';
import { openDatabase } from '../../db/client.ts';
import { cpuOf, cpuOfServer } from '../helpers/cpu.ts';
import { residentMb } from '../helpers/memory.ts';
import { firstGroup, GROUPS_OF_USER, groupCode, loadGroups, userCode } from '../helpers/organisationData.ts';
import { type Running, startDatabases, startProcess } from '../helpers/servers.ts';

/**
 * Writes that change many records in one transaction: a diff of 100,000 users with their groups, the rename of a group
 * that has all of them, and the rename of a type of 50,000 groups. Also the longest waits of other writers, and the
 * memory of the api.
 *
 * bun bench/records/renames.ts [users] [groups of the type]
 */
const [users = 100_000, groups = 50_000] = process.argv.slice(2).map(Number);
const OUTSIDE = 50;
let outside = 0;

const databases = await startDatabases();
const url = await databases.make('waybill');
const sql = openDatabase(url, { name: 'bench', max: 2 });
const api = await startProcess('api', url);
const [backend] = await sql<[{ pid: number }]>`select pg_backend_pid() as pid`;
const used = () => [cpuOf(api.pid), cpuOfServer(backend.pid)] as const;
const base = `http://127.0.0.1:${api.port}/api/v2`;
const seconds = (since: number): string => `${((performance.now() - since) / 1_000).toFixed(1)} s`;

const call = async (method: string, path: string, body?: object | Blob): Promise<string> => {
  const form = new FormData();
  if (body instanceof Blob) form.set('file', body);
  const sent = body instanceof Blob ? form : body && JSON.stringify(body);
  const headers = sent && !(sent instanceof FormData) ? { 'content-type': 'application/json' } : {};
  const response = await fetch(base + path, { method, headers, ...(sent ? { body: sent } : {}) });
  const text = await response.text();
  if (!response.ok) throw new Error(text.slice(0, 1_000));
  return text;
};

const EVERYBODY = groupCode(1);
const person = (n: number, { inGroup }: { readonly inGroup: boolean }) => {
  const first = 2 + firstGroup(n, groups - 2);
  const others = Array.from({ length: GROUPS_OF_USER - 6 }, (_, k) => groupCode(first + k));
  return {
    code: userCode(n),
    type: 'TYPE',
    givenName: `Jana${n % 500}`,
    familyName: `Nováková${n % 20_011}`,
    email: `user${n}@example.org`,
    groups: inGroup ? [EVERYBODY, ...others] : others,
    chars: { desk: `D-${n}` },
  };
};

try {
  await loadGroups(sql, groups);
  const file = new Blob([
    Array.from({ length: users }, (_, n) => JSON.stringify(person(n, { inGroup: true }))).join('\n'),
  ]);
  await measured(`diff of ${users} users in 5 groups each, save=true`, () =>
    call('POST', '/users/diff/file?compareField=code&save=true', file),
  );
  // Users in other groups, of the same kinds and types; the rename should not affect them.
  for (; outside < OUTSIDE; outside++) await call('POST', '/users', person(users + outside, { inGroup: false }));
  await sql`analyze`;
  await measured(`rename of a group with ${users} members`, () =>
    call('PATCH', `/user-groups/${EVERYBODY}`, { code: 'group-renamed' }),
  );
  await expectAll('group-renamed');
  const group = JSON.parse(await call('GET', '/user-groups/group-renamed')) as object;
  await measured(`the same by a diff`, () =>
    call('POST', '/user-groups/diff/save', [
      { diffType: 'DIFF_TYPE_CHANGE', left: group, right: { ...group, code: EVERYBODY } },
    ]),
  );
  await expectAll(EVERYBODY);
  await measured(`rename of a type of ${groups} groups`, () =>
    call('PATCH', '/user-group-types/TYPE', { code: 'TYPE2' }),
  );
  await measured(`rename of a type of ${users} users`, () => call('PATCH', '/user-types/TYPE', { code: 'TYPE2' }));
} finally {
  await api.stop();
  await sql.end({ timeout: 1 });
  await databases.stop();
}

/** Checks that all members and their search documents have this code. */
async function expectAll(code: string): Promise<void> {
  const [{ count }] = await sql<[{ count: bigint }]>`
    select count(*) from app_user where doc::json -> 'groups' ->> 0 = ${code} and search::json -> 'groups' ->> 0 = ${code}`;
  if (count !== BigInt(users)) {
    const [{ matching }] = await sql<[{ matching: bigint }]>`
      select count(*) as matching from app_user where (doc::jsonb -> 'groups') ? ${code} and (search::jsonb -> 'groups') ? ${code}`;
    if (matching !== BigInt(users)) throw new Error(`${matching} of ${users} users say ${code}`);
  }
}

/** Runs `work` beside one writer of each kind of unrelated record, and prints the time, load and longest waits. */
async function measured(what: string, work: () => Promise<unknown>): Promise<void> {
  let running = true;
  let peak = 0;
  const watching = setInterval(() => {
    peak = Math.max(peak, residentMb((api as Running).pid));
  }, 50);
  const waits: Record<string, number> = {};
  const beside = async (name: string, one: (round: number) => Promise<unknown>): Promise<void> => {
    for (let round = 0; running; round++) {
      const start = performance.now();
      await one(round);
      waits[name] = Math.max(waits[name] ?? 0, performance.now() - start);
      await Bun.sleep(50);
    }
  };
  const before = used();
  const start = performance.now();
  const others = [
    ...(outside > 0
      ? [
          beside('user', (round) =>
            call('PATCH', `/users/${userCode(users + (round % outside))}`, { description: `${what} ${round}` }),
          ),
          beside('get of a member', (round) => call('GET', `/users/${userCode(round)}`)),
        ]
      : []),
    beside('worklog type', (round) => call('POST', '/worklog-types', { code: `${start}-${round}`, name: 'N' })),
    beside('group', (round) => call('PATCH', `/user-groups/${groupCode(groups)}`, { description: `${what} ${round}` })),
  ];
  await Promise.race([work(), ...others.map((other) => other.then(() => new Promise(() => {})))]);
  const took = seconds(start);
  const cpu = used().map((now, index) => `${(now - (before[index] as number)).toFixed(1)} s`);
  running = false;
  await Promise.all(others);
  clearInterval(watching);
  const longest = Object.entries(waits).map(([name, ms]) => `${name} ${Math.round(ms)} ms`);
  console.log(
    `${what}: ${took} (processor: api ${cpu[0]}, server ${cpu[1]}), api's peak memory ${peak} MB, longest beside it: ${longest.join(', ')}`,
  );
  console.log(`  load ${loadavg()[0]?.toFixed(1)}`);
}
