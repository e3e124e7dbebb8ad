import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { profileReport } from './helpers/profileReport.ts';
import { quickBenchmarks } from './helpers/quickBenchmarks.ts';

/**
 * `npm run bench:profile`: runs each benchmark of bench:quick once, without its peer, with CPU profiles of all processes and with
 * pg_stat_statements, and writes what took the time into bench/profiles. The raw profiles stay in `.cache/profiles`.
 * `npm run bench:profile -- jobs/scripts.ts` runs those whose names contain a word; with arguments as well, that command alone.
 */
const root = join(import.meta.dir, '..');
const words = process.argv.slice(2);
const command = words.join(' ');
const chosen = words.length > 1 ? [command] : quickBenchmarks.filter((one) => one.includes(command));
if (chosen.length === 0) throw new Error(`no benchmark of bench:quick contains "${command}"`);

const git = (...rest: string[]): string =>
  Bun.spawnSync(['git', ...rest], { cwd: root })
    .stdout.toString()
    .trim();
const commit = git('rev-parse', '--short=8', 'HEAD');

/** The name of the files of a benchmark: its path and the words among its arguments. */
const nameOf = (benchmark: string): string =>
  benchmark
    .replace('.ts', '')
    .split(/[ /]/)
    .filter((word) => !/^\d+$/.test(word))
    .slice(1)
    .join('-');

for (const benchmark of chosen) {
  const name = nameOf(benchmark);
  const rawName = `.cache/profiles/${name}`;
  const raw = join(root, rawName);
  rmSync(raw, { recursive: true, force: true });
  mkdirSync(raw, { recursive: true });
  const [file = '', ...rest] = benchmark.split(' ');
  const child = Bun.spawn([process.execPath, join(import.meta.dir, file), ...rest], {
    env: {
      ...process.env,
      BENCH_SIDE: 'own',
      BENCH_STATEMENTS: '1',
      BENCH_PROFILES: raw,
      BUN_OPTIONS: `--preload=${join(import.meta.dir, 'helpers', 'profilePreload.ts')} --cpu-prof --cpu-prof-dir=${raw}`,
    },
    stdout: 'ignore',
    stderr: 'inherit',
  });
  if ((await child.exited) !== 0) throw new Error(`${benchmark} failed`);
  const run = { command: benchmark, date: new Date().toISOString().slice(0, 10), commit, rawName };
  const report = join('bench', 'profiles', `${name}.md`);
  mkdirSync(join(root, 'bench', 'profiles'), { recursive: true });
  writeFileSync(join(root, report), profileReport(raw, root, run));
  console.log(report);
}
