import { openDatabase } from '../../db/client.ts';
import { startDatabases, startProcess } from '../helpers/servers.ts';

/**
 * LIKE searches and single writes over HTTP right after an import, with the search engine of PostgreSQL, against the same
 * after a VACUUM, which merges the pending lists of the index. During the import the longest LIKE is measured too.
 *
 * bun bench/search/pendingLists.ts [rows]
 */
const [rows = 100_000] = process.argv.slice(2).map(Number);
const TIMES = 40;

const databases = await startDatabases();
const url = await databases.make('waybill');
const sql = openDatabase(url, { name: 'bench', max: 1 });
const api = await startProcess('api', url);
const workers = [await startProcess('worker', url), await startProcess('worker', url)];
const json = { 'content-type': 'application/json' };
const base = `http://127.0.0.1:${api.port}/api/v2/worklog-types`;

const record = (number: number, prefix = 'CODE') => ({
  code: `${prefix}-${number}`,
  name: `Worklog type ${number}`,
  description: `Splicing of optical fibres on the way number ${number}`,
});

async function timed(request: () => Promise<Response>): Promise<number> {
  const began = performance.now();
  const response = await request();
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return performance.now() - began;
}

const like = (number: number): Promise<number> => {
  const filters = [{ column: 'name', operator: 'LIKE', value: `%type ${number}` }];
  return timed(() => fetch(`${base}/search/page?filtering=${encodeURIComponent(JSON.stringify({ filters }))}`));
};
const post = (number: number, prefix: string): Promise<number> =>
  timed(() => fetch(base, { method: 'POST', headers: json, body: JSON.stringify(record(number, prefix)) }));

const median = (values: readonly number[]): number => values.toSorted((one, other) => one - other)[TIMES >> 1] ?? 0;

async function measure(prefix: string): Promise<{ search: number; write: number }> {
  const searches: number[] = [];
  const writes: number[] = [];
  for (let round = 0; round < TIMES; round++) {
    searches.push(await like(((round + 1) * 7_919) % rows));
    writes.push(await post(round, prefix));
  }
  const [search, write] = [median(searches), Math.max(...writes)];
  console.log(`${prefix.padEnd(7)} LIKE ${search.toFixed(1)} ms (median), POST ${write.toFixed(0)} ms (longest)`);
  return { search, write };
}

/** Sends single writes until the import is found. Returns their times, in ms. */
async function postMeanwhile(imported: AbortSignal): Promise<number[]> {
  const writes: number[] = [];
  while (!imported.aborted) writes.push(await post(writes.length, 'during'));
  return writes.sort((one, other) => one - other);
}

const percentile = (sorted: readonly number[], share: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0);

const found = async (): Promise<number> => {
  const filters = [{ column: 'code', operator: 'LIKE', value: 'CODE-%' }];
  const filtering = encodeURIComponent(JSON.stringify({ filters }));
  return Number(await (await fetch(`${base}/search/count?filtering=${filtering}`)).text());
};

/** Makes segments of the write-ahead log that are recycled, as a server in service has them: writers wait while a new one is filled with zeros. */
async function makeSegments(): Promise<void> {
  await sql`create table filler as select repeat(md5(i::text), 60) from generate_series(1, 700000) i`;
  await sql`drop table filler`;
  await sql`checkpoint`;
}

const walPosition = async (): Promise<number> => {
  const [row] = await sql<[{ at: number }]>`select (pg_current_wal_insert_lsn() - '0/0')::float8 as at`;
  return row.at;
};

try {
  await makeSegments();
  const from = await walPosition();
  const entries = Array.from({ length: rows }, (_, number) => ({ diffType: 'DIFF_TYPE_NEW', right: record(number) }));
  const imported = new AbortController();
  const began = performance.now();
  const posting = postMeanwhile(imported.signal);
  const saved = await fetch(`${base}/diff/save`, { method: 'POST', headers: json, body: JSON.stringify(entries) });
  if (!saved.ok) throw new Error(await saved.text());
  await saved.arrayBuffer();
  console.log(`saved after ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  let longest = 0;
  // A count of all reads for as long as a core has time: more often it would itself hold up the writes.
  for (let count = 0; count < rows; count = await found()) {
    for (let times = 0; times < 10; times++) {
      longest = Math.max(longest, await like(count));
      await Bun.sleep(100);
    }
  }
  console.log(
    `${rows} rows found after ${((performance.now() - began) / 1_000).toFixed(1)} s, longest LIKE ${longest.toFixed(0)} ms`,
  );
  imported.abort();
  const during = await posting;
  console.log(`write-ahead log ${Math.round(((await walPosition()) - from) / 1024 / 1024)} MB`);
  const parts = [0.5, 0.95, 0.99, 1].map((share) => percentile(during, share));
  console.log(`during  ${during.length} POST, p50 p95 p99 longest: ${parts.join(', ')} ms`);
  const after = await measure('import');
  await sql`vacuum analyze`;
  const merged = await measure('vacuum');
  console.log(
    `ratio   LIKE ${(merged.search / after.search).toFixed(2)}, POST ${(merged.write / after.write).toFixed(2)} (at least 0.5)`,
  );
} finally {
  await Promise.all([api.stop(), ...workers.map((worker) => worker.stop())]);
  await sql.end();
  await databases.stop();
}
