import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { quickBenchmarks } from './helpers/quickBenchmarks.ts';

/**
 * `npm run bench:quick`: short runs of benchmarks, whose ratios are compared with the recorded ones (bench/recorded.json). A ratio
 * that is below all recorded ones by more than a tenth is measured once more, and then fails the run, as does a recorded one that
 * no benchmark prints. Takes less than five minutes. `npm run bench:quick -- --record` measures each three times, and records
 * the lowest and the highest.
 */
const RECORDED_RUNS = 3;
/** The share of the lowest recorded ratio below which a ratio is a loss. */
const TOLERANCE = 0.9;
const records = process.argv.includes('--record');
const file = join(import.meta.dir, 'recorded.json');

interface Recorded {
  readonly recordedAt: string;
  readonly machine: string;
  /** By benchmark and what it measures. */
  readonly ratios: Readonly<Record<string, { readonly lowest: number; readonly highest: number }>>;
}

/** Returns the ratios that a benchmark prints, by what it measures. */
async function measure(benchmark: string): Promise<Map<string, number>> {
  const [path = '', ...words] = benchmark.split(' ');
  const child = Bun.spawn([process.execPath, join(import.meta.dir, path), ...words], {
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const output = await child.stdout.text();
  const ratios = [...output.matchAll(/^(?:(.*?): .*?|.*?)ratio\s+([\d.]+)/gm)].map(
    ([, what, ratio]): [string, number] => [what === undefined ? benchmark : `${benchmark}: ${what}`, Number(ratio)],
  );
  if ((await child.exited) !== 0 || ratios.length === 0)
    throw new Error(`${benchmark} has printed no ratio:\n${output}`);
  return new Map(ratios);
}

const known: Recorded | undefined = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
const measured = new Map<string, number[]>();
const lost: string[] = [];
const started = performance.now();
for (const benchmark of quickBenchmarks) {
  for (let run = 0; run < (records ? RECORDED_RUNS : 1); run++)
    for (const [what, ratio] of await measure(benchmark)) measured.set(what, [...(measured.get(what) ?? []), ratio]);
  const isLost = (what: string, ratio: number): boolean => ratio < (known?.ratios[what]?.lowest ?? 0) * TOLERANCE;
  const low = [...measured].filter(([what, [ratio = 0]]) => what.startsWith(benchmark) && isLost(what, ratio));
  const repeated = records || low.length === 0 ? undefined : await measure(benchmark);
  for (const [what, ratios] of measured) {
    if (!what.startsWith(benchmark)) continue;
    const second = repeated?.get(what);
    if (second !== undefined) ratios.push(second);
    const before = known?.ratios[what];
    const range = before ? `recorded ${before.lowest} to ${before.highest}` : 'not recorded';
    const isBelow = !records && ratios.every((ratio) => isLost(what, ratio));
    if (isBelow) lost.push(what);
    console.log(`${what.padEnd(60)} ${ratios.join(', ').padEnd(18)} ${range}${isBelow ? '   LOST' : ''}`);
  }
}
const missing = Object.keys(known?.ratios ?? {}).filter((what) => !records && !measured.has(what));
for (const what of missing) console.log(`${what.padEnd(60)} recorded, not measured`);
const seconds = Math.round((performance.now() - started) / 1_000);
console.log(`${seconds} s, load ${loadavg()[0]?.toFixed(1)}${lost.length > 0 ? `; lost: ${lost.length}` : ''}`);
if (records) {
  const ratios = Object.fromEntries(
    [...measured].map(([what, all]) => [what, { lowest: Math.min(...all), highest: Math.max(...all) }]),
  );
  const [{ model = 'unknown' } = {}] = cpus();
  const recorded: Recorded = {
    recordedAt: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} × ${model.trim()}`,
    ratios,
  };
  writeFileSync(file, `${JSON.stringify(recorded, null, 2)}\n`);
}
process.exit(lost.length + missing.length > 0 ? 1 : 0);
