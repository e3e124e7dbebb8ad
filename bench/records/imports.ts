import { openDatabase } from '../../db/client.ts';
import { worklogType as kind } from '../../domain/kinds/processing/worklogType.ts';
import { firstAudit, recordTexts } from '../../domain/records/record.ts';
import { residentMb } from '../helpers/memory.ts';
import { startDatabases, startProcess } from '../helpers/servers.ts';

/**
 * The diff of a file of 100,000 rows and the saveDiff of the result, over HTTP, against COPY of the same rows into the
 * table. Then the backup of many rows, and the memory of the api while the client reads it.
 *
 * bun bench/records/imports.ts [rows] [rows of the backup]
 */
const [rows = 100_000, backedUp = 1_000_000] = process.argv.slice(2).map(Number);

const databases = await startDatabases();
const url = await databases.make('waybill');
const copyUrl = await databases.make('copied');
const sql = openDatabase(url, { name: 'bench', max: 1 });
const api = await startProcess('api', url);
const json = { 'content-type': 'application/json' };
const base = `http://127.0.0.1:${api.port}/api/v2/worklog-types`;

const record = (number: number) => ({
  code: `CODE-${number}`,
  name: `Worklog type ${number}`,
  description: `Splicing of optical fibres on the way number ${number}`,
  localizationData: { cs: { name: `Svařování vláken ${number}` } },
});

try {
  const copied = await copy(copyUrl, rows);
  console.log(`COPY      ${copied.toFixed(2)} s`);
  const file = new Blob([Array.from({ length: rows }, (_, number) => JSON.stringify(record(number))).join('\n')]);
  const form = new FormData();
  form.set('file', file);
  const began = performance.now();
  const found = await (await fetch(`${base}/diff/file?compareField=code`, { method: 'POST', body: form })).text();
  const compared = (performance.now() - began) / 1_000;
  const answer = await fetch(`${base}/diff/save?compareField=code`, { method: 'POST', headers: json, body: found });
  const saved = (await answer.json()) as unknown[];
  const seconds = (performance.now() - began) / 1_000;
  if (saved.length !== rows) throw new Error(`${saved.length} of ${rows} rows were saved`);
  console.log(`diff      ${compared.toFixed(2)} s, saveDiff ${(seconds - compared).toFixed(2)} s`);
  console.log(`ratio     ${(copied / seconds).toFixed(2)} (at least 0.05)`);
  await api.stop();

  await copy(url, backedUp);
  const fresh = await startProcess('api', url);
  let peak = 0;
  const watching = setInterval(() => {
    peak = Math.max(peak, residentMb(fresh.pid));
  }, 50);
  const start = performance.now();
  const backup = await fetch(`http://127.0.0.1:${fresh.port}/api/v2/worklog-types/backup`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ entityType: 'WorklogType' }),
  });
  let bytes = 0;
  for await (const chunk of backup.body as ReadableStream<Uint8Array>) bytes += chunk.length;
  clearInterval(watching);
  const took = (performance.now() - start) / 1_000;
  const [{ count }] = await sql<[{ count: bigint }]>`select count(*) from worklog_type`;
  console.log(
    `backup    ${count} rows, ${Math.round(bytes / 1e6)} MB in ${took.toFixed(1)} s, api's peak memory ${peak} MB`,
  );
  await fresh.stop();
} finally {
  await sql.end({ timeout: 1 });
  await databases.stop();
}

/** Copies prepared lines, whose codes continue after the existing ones, and returns the seconds of COPY. */
async function copy(target: string, count: number): Promise<number> {
  const database = openDatabase(target, { name: 'bench copy', max: 1 });
  const [{ existing }] = await database<[{ existing: bigint }]>`select count(*) as existing from worklog_type`;
  const caller = { user: 'bench', requestId: 'bench', traceId: 'bench' };
  let seconds = 0;
  for (let from = Number(existing); from < Number(existing) + count; from += 100_000) {
    const lines: string[] = [];
    for (let number = from; number < Math.min(from + 100_000, Number(existing) + count); number++) {
      const id = Bun.randomUUIDv7();
      const texts = recordTexts(kind, { id, ...record(number) }, firstAudit(caller));
      const version = Date.now() * 1_000 + number;
      lines.push([id, `CODE-${number}`, 1, version, version, texts.doc, texts.audit, texts.search].join('\t'));
    }
    const body = `${lines.join('\n')}\n`;
    const began = performance.now();
    const stream = await database`
      copy worklog_type (id, code, version, incarnation, index_version, doc, audit, search) from stdin`.writable();
    await new Promise<void>((resolve, reject) => {
      stream.on('error', reject);
      stream.on('finish', () => resolve());
      stream.end(body);
    });
    seconds += (performance.now() - began) / 1_000;
  }
  await database.end();
  return seconds;
}
