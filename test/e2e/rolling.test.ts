import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { makeDatabaseForFile, stopAfterFile } from '../helpers/bootstrap.ts';
import { startProcess, type TestProcess } from '../helpers/processes/process.ts';
import { poll } from '../helpers/waits/poll.ts';
import { SignalledList } from '../helpers/waits/signal.ts';

setDefaultTimeout(300_000);

/**
 * The processes of compose.yaml, started by hand: two apis and three workers on one database, each kind replaced under
 * load, gently and by kill -9. Between clients and apis is what a load balancer does: it asks each whether it is ready,
 * and tries the next one where a connection is not taken.
 */
const database = await makeDatabaseForFile();
let apis: TestProcess[] = [];
let workers: TestProcess[] = [];

const start = (word: 'api' | 'worker') =>
  startProcess(word, {
    // Two rounds of the probe below, each of which may wait 1.5 s for what an api looks at.
    environment: { DATABASE_URL: database.url, DATABASE_CONNECTIONS: '6', STOP_DELAY_SECONDS: '4' },
  });

/** The apis that have said last that they are ready. */
let inRotation: TestProcess[] = [];
let probing: Promise<void> | undefined;
let ended = false;

async function probe(): Promise<void> {
  while (!ended) {
    const states = await Promise.all(
      apis.map((api) =>
        fetch(`${api.url}/health/ready`).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    );
    inRotation = apis.filter((_, index) => states[index]);
    await Bun.sleep(50);
  }
}

beforeAll(async () => {
  await startProcess('migrate', { environment: { DATABASE_URL: database.url } });
  apis = await Promise.all([start('api'), start('api')]);
  workers = await Promise.all([start('worker'), start('worker'), start('worker')]);
  inRotation = apis;
  probing = probe();
});

stopAfterFile(async () => {
  ended = true;
  await probing;
  await Promise.all([...apis, ...workers].map((process) => process.stop()));
});

const CLIENTS = 8;

/** Writes and reads without a pause, until it is stopped. */
function load(name: string) {
  const acknowledged = new SignalledList<string>();
  const failures: string[] = [];
  let running = true;
  let round = 0;
  const one = async (client: number): Promise<void> => {
    for (let number = 0; running; number++) {
      const code = `rolling-${name}-${client}-${number}`;
      const written = await send('POST', '', JSON.stringify({ code, name: code }));
      if (written !== 200) {
        failures.push(`POST ${code}: ${written}`);
        continue;
      }
      acknowledged.add(code);
      const read = await send('GET', `/${code}`);
      if (read !== 200) failures.push(`GET ${code}: ${read}`);
    }
  };
  /** The status, or how the request failed once it was on its way. */
  async function send(method: string, path: string, body?: string): Promise<number | string> {
    const first = round++;
    // Those in rotation in turn; the others only where none of them takes it.
    const order = [...inRotation.map((_, index, all) => all[(first + index) % all.length] as TestProcess), ...apis];
    for (const api of order) {
      try {
        const response = await fetch(`${api.url}/api/v2/worklog-types${path}`, {
          method,
          headers: { 'content-type': 'application/json', connection: 'close' },
          ...(body && { body }),
        });
        await response.arrayBuffer();
        return response.status;
      } catch (error) {
        const { code } = error as { code?: string };
        if (code !== 'ConnectionRefused' && code !== 'ECONNREFUSED') return `in flight: ${code}`;
      }
    }
    return 'no api took it';
  }
  const clients = Array.from({ length: CLIENTS }, (_, client) => one(client));
  return {
    acknowledged,
    failures,
    async stop() {
      running = false;
      await Promise.all(clients);
    },
  };
}

const written = ({ acknowledged }: { acknowledged: SignalledList<string> }, more: number) => {
  const before = acknowledged.items.length;
  return acknowledged.until('more writes', () => acknowledged.items.length >= before + more, 90_000);
};

/** Another in its place first, then the old one is ended. */
async function replace(list: TestProcess[], word: 'api' | 'worker', end: (old: TestProcess) => Promise<unknown>) {
  const old = list[0] as TestProcess;
  list.push(await start(word));
  await end(old);
  list.shift();
}

test('a rolling restart under load fails no request', async () => {
  const running = load('gentle');
  await written(running, 50);
  for (let index = 0; index < 2; index++) {
    await replace(apis, 'api', async (old) => expect(await old.stop()).toBe(0));
  }
  await replace(workers, 'worker', async (old) => expect(await old.stop()).toBe(0));
  await written(running, 50);
  await running.stop();
  expect(running.failures).toEqual([]);
  await expectAllFound(running.acknowledged.items);
});

test('kill -9 of an api and a worker fails what was in flight alone, and loses nothing that was answered', async () => {
  const running = load('killed');
  await written(running, 50);
  await replace(apis, 'api', (old) => old.kill());
  await replace(workers, 'worker', (old) => old.kill());
  await written(running, 50);
  await running.stop();
  expect(running.failures.filter((failure) => !failure.includes('in flight'))).toEqual([]);
  // Each client's request in flight, and one that the dead socket had still taken.
  expect(running.failures.length).toBeLessThanOrEqual(2 * CLIENTS);
  await expectAllFound(running.acknowledged.items);
});

/** Everything that was answered is there, and is found by a search once the workers are through. */
async function expectAllFound(codes: readonly string[]): Promise<void> {
  const { sql } = database;
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from worklog_type where code = any(${[...codes]})`;
  expect(row?.count).toBe(codes.length);
  const filtering = JSON.stringify({ filters: [{ column: 'code', operator: 'LIKE', value: 'rolling-%' }] });
  await poll('all of them to be found', async () => {
    const [stored] = await sql<
      { count: number }[]
    >`select count(*)::int as count from worklog_type where code like 'rolling-%'`;
    const found = await fetch(
      `${apis[0]?.url}/api/v2/worklog-types/search/count?filtering=${encodeURIComponent(filtering)}`,
    );
    return (await found.json()) === stored?.count;
  });
}
