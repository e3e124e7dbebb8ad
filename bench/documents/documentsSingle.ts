import { loadavg } from 'node:os';
import { median, pairedRatio } from '../helpers/servers.ts';
import { startLoop } from './documentLoop.ts';
import { startDocumentService } from './documentService.ts';

/**
 * One call at a time over HTTP, through an api, a queue and a worker; the sides alternate after each call. An invoice of
 * 30 rows as PDF runs against @react-pdf/renderer alone, and against the service's layout alone. A name runs against a
 * round trip through a queue whose worker replies at once. Then a table of 5,000 rows.
 *
 * bun bench/documents/documentsSingle.ts [invoices] [names]
 */
const [invoices = 150, names = 400] = process.argv.slice(2).map(Number);

/** Calls of each side in a round. */
const ROUND = 40;

const service = await startDocumentService();
const emptyUrl = await service.databases.make('empty');
const children: Bun.Subprocess[] = [];

async function startEmpty(word: 'api' | 'worker'): Promise<number> {
  const child = Bun.spawn([process.execPath, `${import.meta.dir}/../jobs/emptyQueue.ts`, word, emptyUrl], {
    stdout: 'pipe',
    stderr: 'inherit',
  });
  children.push(child);
  const { value } = await child.stdout.getReader().read();
  return Number(new TextDecoder().decode(value).split(' ')[1]);
}

const percentile = (times: readonly number[], part: number): string =>
  ([...times].sort((left, right) => left - right)[Math.floor(times.length * part)] ?? 0).toFixed(1);
const p50and95 = (times: readonly number[]): string =>
  `p50 ${percentile(times, 0.5)} p95 ${percentile(times, 0.95)} ms`;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function nameAgainstEmpty(): Promise<void> {
  await startEmpty('worker');
  const empty = `http://127.0.0.1:${await startEmpty('api')}/empty`;
  const body = JSON.stringify({ no: 2026117, customer: 'Žluťoučký kůň s.r.o.' });
  const post = (url: string) =>
    timed(async () => {
      const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(text);
    });
  const times = { name: [] as number[], empty: [] as number[] };
  const rates = { name: [] as number[], empty: [] as number[] };
  for (let round = -1; round < names / ROUND; round++) {
    const took = { name: 0, empty: 0 };
    for (let call = 0; call < ROUND; call++) {
      const [name, nothing] = [await post(`${service.url}/documents/name/name`), await post(empty)];
      took.name += name;
      took.empty += nothing;
      // The first round is the warm-up.
      if (round < 0) continue;
      times.name.push(name);
      times.empty.push(nothing);
    }
    if (round < 0) continue;
    for (const side of ['name', 'empty'] as const) rates[side].push((ROUND * 1_000) / took[side]);
  }
  console.log(`a name ${p50and95(times.name)}, an empty round trip ${p50and95(times.empty)}`);
  console.log(
    `requests/s ${median(rates.name).toFixed(1)} and ${median(rates.empty).toFixed(1)}, ratio ${pairedRatio(rates.name, rates.empty)} (at least 0.9), of the p50 ${(median(times.empty) / median(times.name)).toFixed(2)}`,
  );
}

async function oneInvoice(): Promise<void> {
  const react = await startLoop('react');
  const own = await startLoop('own');
  const times = { service: [] as number[], react: [] as number[], own: [] as number[] };
  for (let call = -10; call < invoices; call++) {
    const [mine, peer, bare] = [(await service.one('pdf', 30, call + 10)).ms, await react.run(1), await own.run(1)];
    if (call < 0) continue;
    times.service.push(mine);
    times.react.push(...peer);
    times.own.push(...bare);
  }
  await react.stop();
  await own.stop();
  console.log(`an invoice over HTTP ${p50and95(times.service)}`);
  for (const [side, all] of [
    ['react-pdf alone', times.react],
    ['our layout alone', times.own],
  ] as const)
    console.log(
      `${side} ${p50and95(all)}, ${(median(times.service) / median(all)).toFixed(2)} times as long over HTTP`,
    );
}

async function longTable(): Promise<void> {
  const invoice = await service.one('pdf', 30, 0);
  const long: number[] = [];
  let pages = 0;
  for (let round = 0; round < 3; round++) {
    const { ms, body } = await service.one('pdf', 5_000, round);
    long.push(ms);
    pages =
      Buffer.from(body)
        .toString('latin1')
        .match(/\/Type \/Page\b/g)?.length ?? 0;
  }
  const short: number[] = [];
  for (let call = 0; call < 20; call++) short.push((await service.one('pdf', 30, call)).ms);
  const [each, one] = [(pages * 1_000) / median(long), 1_000 / median(short)];
  console.log(
    `5,000 rows on ${pages} pages over HTTP: ${median(long).toFixed(0)} ms, ${each.toFixed(1)} pages/s against ${one.toFixed(1)} of one page (${invoice.body.length} bytes), ratio ${(each / one).toFixed(2)} (at least 0.5)`,
  );
}

try {
  await nameAgainstEmpty();
  for (const child of children.splice(0)) child.kill('SIGKILL');
  if (invoices > 0) await oneInvoice();
  if (invoices > 0) await longTable();
} finally {
  for (const child of children) child.kill('SIGKILL');
  await service.stop();
}
console.log(`load ${loadavg()[0]?.toFixed(1)}`);
