import { openDatabase } from '../../db/client.ts';
import { cpuOf, cpuOfServer } from '../helpers/cpu.ts';
import { startDatabases, startProcess } from '../helpers/servers.ts';

/**
 * POST of users without groups, in one group and in three, with 32 clients: users per second, and the processor time of one in the api
 * and in PostgreSQL. Each link changes rights, which triggers write to the audit list and tell all processes.
 *
 * bun bench/access/newUsers.ts [seconds]
 */
const [seconds = 5] = process.argv.slice(2).map(Number);
const CLIENTS = 32;
const GROUPS = 30;

const databases = await startDatabases();
const url = await databases.make('waybill');
const sql = openDatabase(url, { name: 'bench', max: 1 });
const [{ pid: backend }] = await sql<[{ pid: number }]>`select pg_backend_pid() as pid`;
const api = await startProcess('api', url, { LOG_LEVEL: 'warn' });

async function post(path: string, body: unknown): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${api.port}/api/v2${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
}

let next = 0;
async function measure(groups: number, duration: number): Promise<void> {
  const [ofApi, ofServer, first] = [cpuOf(api.pid), cpuOfServer(backend), next];
  const began = performance.now();
  const client = async (): Promise<void> => {
    while (performance.now() < began + duration * 1_000) {
      const number = next++;
      const codes = Array.from({ length: groups }, (_, place) => `G${(number * 3 + place) % GROUPS}`);
      const user = { code: `U${number}`, chars: {}, type: 'PERSON' };
      await post('/users', groups > 0 ? { ...user, groups: codes } : user);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  const [count, elapsed] = [next - first, (performance.now() - began) / 1_000];
  const micros = (used: number): string => `${Math.round((used / count) * 1e6)} µs`;
  const cpu = `api ${micros(cpuOf(api.pid) - ofApi)}, PostgreSQL ${micros(cpuOfServer(backend) - ofServer)}`;
  console.log(`${groups} groups: ${Math.round(count / elapsed)}/s, ${cpu}`);
}

try {
  await post('/user-types', { code: 'PERSON', name: 'Person', type: 'INDIVIDUAL', registry: {} });
  await post('/user-group-types', { code: 'TEAM', name: 'Team', registry: {} });
  for (let number = 0; number < GROUPS; number++)
    await post('/user-groups', { code: `G${number}`, name: 'G', type: 'TEAM', chars: {} });
  for (const groups of [0, 3]) await measure(groups, 2);
  console.log('after a warm-up:');
  for (const groups of [0, 1, 3]) await measure(groups, seconds);
} finally {
  await api.stop();
  await sql.end();
  await databases.stop();
}
