import type { Page } from 'playwright-core';
import { openDatabase } from '../../db/client.ts';
import { openBrowser } from '../../test/helpers/browser.ts';
import { loadLogs } from '../helpers/logData.ts';
import { startDatabases, startProcess } from '../helpers/servers.ts';

/**
 * Changes of the console's view over many logs, with the index in PostgreSQL: the time from the step to the last change of
 * the page, its request included.
 *
 * bun bench/console/viewChange.ts [logs] [rounds]
 */
const [logs = 1_000_000, rounds = 7] = process.argv.slice(2).map(Number);

/** Run in the page before its script: counts the open requests, and notes when the last was answered and the view changed last. */
const watch = `
  const seen = { open: 0, changed: 0, answered: 0 };
  const send = window.fetch;
  window.fetch = (...request) => {
    seen.open++;
    return send(...request).finally(() => {
      seen.open--;
      seen.answered = performance.now();
    });
  };
  addEventListener('DOMContentLoaded', () =>
    new MutationObserver(() => { seen.changed = performance.now(); })
      .observe(document.getElementById('app'), { childList: true, subtree: true, characterData: true }));
  window.changeTo = async (hash) => {
    const started = performance.now();
    location.hash = hash;
    let now;
    do now = await new Promise(requestAnimationFrame);
    while (seen.open > 0 || now - Math.max(started, seen.changed) < 200);
    return { shown: seen.changed - started, answered: Math.max(0, seen.answered - started) };
  };`;

const filter = (...filters: object[]): string => encodeURIComponent(JSON.stringify(filters));
const owner = (round: number): object => ({ column: 'ownerId', operator: 'EQ', value: String(round * 731) });

/** The views that are opened one after the other. Each round asks for other records. */
const steps: Record<string, (round: number, ids: readonly string[]) => string> = {
  jobs: () => '#/jobs',
  'logs, newest first': () => '#/records/logs',
  'the next page': (round) => `#/records/logs?page=${round + 1}`,
  'by another order': (round) => `#/records/logs?sort=duration&dir=${round % 2 === 0 ? 'ASC' : 'DESC'}`,
  'of one owner': (round) => `#/records/logs?f=${filter(owner(round))}`,
  'of one owner, slowest first': (round) => `#/records/logs?sort=duration&dir=DESC&f=${filter(owner(round + 50))}`,
  'of one result': () => `#/records/logs?f=${filter({ column: 'resultCode', operator: 'EQ', value: 'E42' })}`,
  'of the last hour': () => '#/records/logs?range=1h',
  'one log': (round, ids) => `#/records/logs/${ids[round % ids.length]}`,
  'the audit list': () => '#/audit',
  queues: () => '#/queues',
  activity: () => '#/activity',
  users: () => '#/records/users',
  overview: () => '#/',
};

const servers = await startDatabases();
const url = await servers.make('waybill');
const sql = openDatabase(url, { name: 'bench', max: 2 });
await loadLogs(sql, logs);
const api = await startProcess('api', url);
const worker = await startProcess('worker', url);
const base = `http://127.0.0.1:${api.port}`;
console.log(`${logs} logs loaded`);
await fetch(`${base}/api/v2/admin/reindex/logs`, { method: 'POST' });
for (let open = 1; open > 0; ) {
  await Bun.sleep(500);
  open = (await sql`select 1 from job where status in ('NEW', 'IN_PROGRESS')`).length;
}
await sql`vacuum analyze`;
console.log('index built');
const ids = (await sql<{ id: string }[]>`select id from log tablesample system (0.1) limit 20`).map(({ id }) => id);

const browser = await openBrowser();
try {
  const context = await browser.newContext({ baseURL: base, viewport: { width: 1_280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript(watch);
  await page.goto('/console');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  for (const [name, times] of await measure(page)) {
    const [shown, answered] = (['shown', 'answered'] as const).map((part) => ascending(times.map((one) => one[part])));
    console.log(`${name.padEnd(32)} ${shown} ms, of which until the response ${answered} ms`);
  }
} finally {
  await browser.close();
  await Promise.all([api.stop(), worker.stop()]);
  await servers.stop();
}
process.exit(0);

interface Times {
  readonly shown: number;
  readonly answered: number;
}

function ascending(times: readonly number[]): string {
  return times
    .map(Math.round)
    .sort((one, other) => one - other)
    .join(' ');
}

/** Returns the times of each step. The first round is left out: it loads what the page does not contain. */
async function measure(page: Page): Promise<Map<string, Times[]>> {
  const times = new Map<string, Times[]>();
  for (let round = 0; round <= rounds; round++)
    for (const [name, hashOf] of Object.entries(steps)) {
      const ms = await page.evaluate<Times>(`window.changeTo(${JSON.stringify(hashOf(round, ids))})`);
      if (round > 0) times.set(name, [...(times.get(name) ?? []), ms]);
    }
  return times;
}
