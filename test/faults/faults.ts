import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { messageOf } from '../../domain/runtime/errorDetails.ts';
import { OperatorError } from '../../domain/runtime/operatorError.ts';
import { elasticsearchMissing } from '../helpers/servers/elasticsearch.ts';
import { haproxyMissing } from '../helpers/servers/haproxy.ts';
import { FaultRun } from './faultRun.ts';
import { type FaultOptions, readOptions, usage } from './options.ts';
import { soak } from './soak/soakRun.ts';
import { startTopology } from './topology/topology.ts';

/**
 * `npm run faults`: inflicts faults at random on a running service, and checks what its clients were told. With `--soak`,
 * it inflicts none and measures the service instead.
 */

function print(line: string): void {
  console.log(line);
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (!options) {
    print(usage);
    return 0;
  }
  const missing = haproxyMissing ?? (options.engine === 'elasticsearch' ? elasticsearchMissing(true) : undefined);
  if (missing !== undefined) throw new OperatorError(missing);
  const folder = options.logs === undefined ? mkdtempSync(join(tmpdir(), 'waybill-faults-')) : resolve(options.logs);
  mkdirSync(folder, { recursive: true });
  const problems = await runIn(folder, options);
  if (problems.length === 0) {
    if (options.logs === undefined) rmSync(folder, { recursive: true, force: true });
    print('no problems');
    return 0;
  }
  print(`${problems.length} problems with seed ${options.seed}; the logs are in ${folder}`);
  return 1;
}

async function runIn(folder: string, options: FaultOptions): Promise<readonly string[]> {
  const { faults, batch, seed, soak: minutes, engine } = options;
  const task = minutes === undefined ? `${faults} faults, ${batch} at a time` : `a soak of ${minutes} minutes`;
  print(`seed ${seed}, ${task}, search in ${engine}`);
  const ending = new AbortController();
  const topology = await startTopology(options, folder);
  // Ends everything, and unmounts, when the run is interrupted.
  const stopNow = () => void topology.stop().finally(() => process.exit(130));
  process.once('SIGTERM', stopNow);
  const finish = () => {
    process.once('SIGINT', stopNow);
    print('No faults follow the current ones; the checks at the end run. A second interrupt stops at once.');
    ending.abort();
  };
  process.once('SIGINT', minutes === undefined ? finish : stopNow);
  try {
    if (minutes !== undefined) return await soak(topology, minutes, seed, print);
    return await new FaultRun(options, topology, print).run(ending.signal);
  } finally {
    const killed = await topology.stop();
    for (const name of killed) print(`${name} did not stop by itself`);
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof OperatorError ? messageOf(error) : error);
  process.exitCode = 1;
}
// Whatever is left, such as a timer, does not keep a run from ending.
process.exit();
