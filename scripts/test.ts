import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { variables } from '../app/config.ts';
import { messageOf } from '../domain/runtime/errorDetails.ts';
import { elasticsearchMissing, startElasticsearch } from '../test/helpers/servers/elasticsearch.ts';
import { serverCache } from '../test/helpers/servers/javaServers.ts';
import { startTestPostgres } from '../test/helpers/servers/postgres.ts';

/**
 * `npm test`: runs the tests on one PostgreSQL and one Elasticsearch that it starts, and checks types and style
 * meanwhile. The last line has the counts. `npm test -- test/api` runs only the tests of a folder, and `npm test -- --all` also the
 * long suites. In CI (or with WAYBILL_REQUIRE_ALL=1) all run, and a skipped test counts as failed.
 */
const root = join(import.meta.dir, '..');
/** Suites that run whole systems, or try many orders, places or inputs. They take nearly half of the time. */
const longSuites = [
  'test/e2e/**',
  'test/faults/**',
  'test/interleavings/**',
  'test/killPoints/**',
  'test/models/**',
  'test/contracts/schemathesis.test.ts',
];
const filters = process.argv.slice(2).filter((word) => word !== '--all');
const strict = [process.env['CI'], process.env['WAYBILL_REQUIRE_ALL']].some((set) => set && !/^(0|false)$/.test(set));
const runsLongSuites = strict || filters.length > 0 || process.argv.includes('--all');
const folder = mkdtempSync(join(tmpdir(), 'waybill-test-run-'));
/** Every process that a test starts inherits this variable. It identifies processes that outlive the run. */
const RUN = 'WAYBILL_TEST_RUN';
const run = crypto.randomUUID();

process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));

const trouble: string[] = [];
const elasticsearch = startSearch();
// Beside the tests, which wait for servers most of their time.
const checks = filters.length === 0 ? runChecks() : Promise.resolve();
const postgres = await startTestPostgres();
const { server, reason } = await elasticsearch;
const counts = await runTests({
  TEST_DATABASE_URL: postgres.url,
  ...(server && { TEST_ELASTICSEARCH_URL: server.url }),
});
await checks;
for (const left of await leftBehind()) trouble.push(`left behind: ${left}`);
await server?.stop();
await postgres.stop();

// Failures are repeated here because they are far above, and a stored log may have only its last lines.
for (const { name, file, fault } of counts.failedTests) console.log(`failed: ${name} (${file})\n${indented(fault)}`);
for (const { name, file } of counts.skippedTests) console.log(`skipped: ${name} (${file})`);
if (counts.skippedTests.length > 0 && reason) console.log(`no Elasticsearch: ${reason}`);
for (const sentence of trouble) console.log(`failed: ${sentence}`);
const skipped = strict ? 0 : counts.skippedTests.length;
const failed = counts.failed + trouble.length + (strict ? counts.skippedTests.length : 0);
if (!runsLongSuites) console.log(`not run: the long suites (${longSuites.join(', ')}); npm test -- --all runs them`);
console.log(`${counts.passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failed > 0 ? 1 : 0);

async function runChecks(): Promise<void> {
  await check('types', ['tsc', '--noEmit']);
  await check('types of the console', ['tsc', '--noEmit', '-p', 'api/console/page']);
  await check('types of the documentation site', ['tsc', '--noEmit', '-p', 'docs/.vitepress']);
  await check('style', ['biome', 'check', '--error-on-warnings', '--max-diagnostics=50', '.']);
  await check('unused code', ['knip', '--no-progress']);
}

/** Runs a tool. Prints its output only if it fails, because tests print theirs meanwhile. */
async function check(name: string, [tool = '', ...words]: string[]): Promise<void> {
  const started = Bun.spawn([process.execPath, join(root, 'node_modules', '.bin', tool), ...words], {
    cwd: root,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [output, errors, code] = await Promise.all([started.stdout.text(), started.stderr.text(), started.exited]);
  if (code !== 0) trouble.push(`${name}:\n${indented(output + errors)}`);
}

async function startSearch() {
  const missing = elasticsearchMissing();
  // In a run of a few files, a file that needs Elasticsearch starts it.
  if (missing || filters.length > 0 || process.env['TEST_ELASTICSEARCH_URL']) return { reason: missing };
  try {
    return { server: await startElasticsearch() };
  } catch (error) {
    return { reason: messageOf(error) };
  }
}

async function runTests(servers: Record<string, string>) {
  const report = join(folder, 'report.xml');
  const sideBySide = `--parallel=${filesInParallel()}`;
  // The longest files start first, so that none of them runs alone at the end. A machine without times of its own
  // begins with the stored ones; bun writes to the first file only.
  const timings = join(serverCache(), 'testTimings.json');
  const command = [
    'test',
    sideBySide,
    `--timings=${timings}`,
    `--timings=${join(root, 'test', 'timings.json')}`,
    '--update-timings',
    '--timeout=60000',
    '--reporter=junit',
    `--reporter-outfile=${report}`,
    ...(runsLongSuites ? [] : longSuites.map((pattern) => `--path-ignore-patterns=${pattern}`)),
    ...filters,
  ];
  const environment: Record<string, string | undefined> = { ...process.env, ...servers, [RUN]: run, NODE_ENV: 'test' };
  // Variables that configure a Waybill service on this machine must not affect the tests.
  for (const { name } of Object.values(variables)) delete environment[name];
  const started = Bun.spawn([process.execPath, ...command], {
    cwd: root,
    env: environment,
    stdin: 'ignore',
    stdout: 'inherit',
    stderr: 'pipe',
  });
  let output = '';
  for await (const bytes of started.stderr) {
    process.stderr.write(bytes);
    output += Buffer.from(bytes).toString();
  }
  const code = await started.exited;
  if (code !== 0 && !existsSync(report)) trouble.push(`the test run ended with ${started.signalCode ?? code}`);
  const cases = existsSync(report) ? testCases(readFileSync(report, 'utf8')) : [];
  // The report leaves out files that could not be loaded; the summary counts them.
  const summary = Number(/^\s*(\d+) fail$/m.exec(output)?.[1] ?? 0);
  const failedTests = cases.filter(({ state }) => state === 'failure');
  const failed = Math.max(summary, failedTests.length);
  if (code !== 0 && failed === 0 && trouble.length === 0) trouble.push(`the test run ended with ${code}`);
  return {
    passed: cases.filter(({ state }) => state === undefined).length,
    failed,
    failedTests,
    skippedTests: cases.filter(({ state }) => state === 'skipped'),
  };
}

/**
 * Returns how many files run in parallel: more than cores, because many mostly wait, for a heartbeat to expire or a process to
 * start. With twice as many, a browser does not print a page within its minute. The largest files need 2 GB each with the
 * processes that they start.
 */
function filesInParallel(): number {
  const limit = process.constrainedMemory();
  const memory = limit > 0 ? Math.min(totalmem(), limit) : totalmem();
  return Math.max(2, Math.min(availableParallelism() + 1, Math.floor(memory / 2 ** 31), 6));
}

function testCases(report: string) {
  return [...report.matchAll(/<testcase ([^>]*?)(?:\/>|>(.*?)<\/testcase>)/gs)].map(
    ([, attributes = '', inside = '']) => {
      const attribute = (name: string) =>
        withoutEntities(new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '');
      return {
        name: [attribute('classname'), attribute('name')].filter(Boolean).join(' > '),
        file: attribute('file'),
        state: /<(skipped|failure|error)/.exec(inside)?.[1]?.replace('error', 'failure'),
        fault: withoutEntities(/<(?:failure|error)\b[^>]*>(.*?)<\//s.exec(inside)?.[1] ?? ''),
      };
    },
  );
}

/** Returns at most 40 lines of the text, indented. The first lines of a large diff are sufficient. */
function indented(text: string): string {
  const lines = text.trim().split('\n');
  const shown = lines.length > 40 ? [...lines.slice(0, 30), '…', ...lines.slice(-9)] : lines;
  return shown.map((line) => `    ${line}`).join('\n');
}

function withoutEntities(text: string): string {
  const characters: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&', '#10': '\n' };
  return text.replaceAll(/&([a-z]+|#10);/g, (whole, name: string) => characters[name] ?? whole);
}

/**
 * Kills the processes of this run that outlive it, and returns them. Processes that end with their parent have 5 s to
 * notice its end.
 */
async function leftBehind(): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  let left = markedProcesses();
  for (const limit = Date.now() + 5_000; left.length > 0 && Date.now() < limit; left = markedProcesses()) {
    await Bun.sleep(50);
  }
  for (const { pid } of left) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended since.
    }
  }
  return left.map(({ pid, line }) => `process ${pid}, ${line}`);
}

function markedProcesses(): { pid: number; line: string }[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      if (!/^\d+$/.test(name) || !readFileSync(`/proc/${name}/environ`, 'utf8').includes(`${RUN}=${run}`)) return [];
      return [{ pid: Number(name), line: readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() }];
    } catch {
      return [];
    }
  });
}
