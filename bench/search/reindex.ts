import { openDatabase } from '../../db/client.ts';
import { log as kind } from '../../domain/kinds/processing/log.ts';
import { indexBody } from '../../drivers/search/elasticsearch/mapping.ts';
import { benchElasticsearch } from '../helpers/elasticsearch.ts';
import { loadLogs } from '../helpers/logData.ts';
import { residentMb } from '../helpers/memory.ts';
import { startDatabases, startProcess } from '../helpers/servers.ts';

/**
 * A rebuild of the logs' index in Elasticsearch by two workers, from planning to promotion, against two bare bulk loops
 * that send the same documents as ready request bodies from memory. Also the peak memory of the workers.
 *
 * bun bench/search/reindex.ts [logs]
 */
const [logs = 1_000_000] = process.argv.slice(2).map(Number);

const server = await benchElasticsearch();
const databases = await startDatabases();
const url = await databases.make('waybill');
const sql = openDatabase(url, { name: 'bench', max: 2 });
const env = { ELASTICSEARCH_URL: server.url };
await Bun.$`${process.execPath} main.ts migrate`.env({ ...process.env, DATABASE_URL: url, ...env }).quiet();
await loadLogs(sql, logs);
console.log(`${logs} logs loaded`);

try {
  const bare = await bareLoops();
  console.log(`two bare loops ${Math.round(logs / bare)} documents/s`);
  const { seconds, memory } = await rebuild();
  console.log(
    `rebuild        ${Math.round(logs / seconds)} documents/s, workers' peak memory ${memory.join(' and ')} MB`,
  );
  console.log(`ratio          ${(bare / seconds).toFixed(2)} (at least 0.5)`);
} finally {
  await sql.end({ timeout: 1 });
  await databases.stop();
  await server.stop();
}

/** Returns the seconds of the loops. They are processes, as the workers are; each loads its half of the bodies first. */
async function bareLoops(): Promise<number> {
  const response = await fetch(`${server.url}/bare`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(indexBody(kind, 'bare-write', { shards: 1, replicas: 0 })),
  });
  if (!response.ok) throw new Error(await response.text());
  const half = Math.floor(logs / 2);
  const loops = [0, 1].map((loop) =>
    Bun.spawn(
      [
        process.execPath,
        `${import.meta.dir}/reindexLoop.ts`,
        server.url,
        String(loop * half),
        String((loop + 1) * half),
      ],
      {
        stdin: 'pipe',
        stdout: 'pipe',
        stderr: 'inherit',
      },
    ),
  );
  const readers = loops.map(({ stdout }) => stdout.getReader());
  for (const reader of readers) await reader.read();
  const began = performance.now();
  for (const { stdin } of loops) {
    stdin.write('go\n');
    await stdin.flush();
  }
  for (const { exited } of loops) if ((await exited) !== 0) throw new Error('a bare loop failed');
  await fetch(`${server.url}/bare/_refresh`, { method: 'POST' });
  const seconds = (performance.now() - began) / 1_000;
  await fetch(`${server.url}/bare`, { method: 'DELETE' });
  return seconds;
}

async function rebuild(): Promise<{ seconds: number; memory: number[] }> {
  const api = await startProcess('api', url, env);
  const workers = [await startProcess('worker', url, env), await startProcess('worker', url, env)];
  const began = performance.now();
  const answer = await fetch(`http://127.0.0.1:${api.port}/api/v2/admin/reindex/logs`, { method: 'POST' });
  const { jobId } = (await answer.json()) as { jobId: string };
  const memory = workers.map(() => 0);
  for (let status = ''; status !== 'COMPLETED'; ) {
    await Bun.sleep(100);
    for (const [index, { pid }] of workers.entries()) memory[index] = Math.max(memory[index] ?? 0, residentMb(pid));
    status = (await sql<{ status: string }[]>`select status from job where id = ${jobId}`)[0]?.status ?? '';
    if (status === 'FAILED') throw new Error('the rebuild failed');
  }
  const seconds = (performance.now() - began) / 1_000;
  await Promise.all([api.stop(), ...workers.map((worker) => worker.stop())]);
  return { seconds, memory };
}
