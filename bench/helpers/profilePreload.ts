import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Runs before the program of each process of a benchmark that is profiled (profile.ts): when the process ends, it
 * writes which program it was, and the processor seconds of its threads by their names, into `BENCH_PROFILES`, beside
 * the CPU profile that Bun writes.
 *
 * A CPU profile is written at a proper end only. Benchmarks and pools end processes by signals, so the signals that
 * they send to Bun's processes become such an end: SIGTERM where the program does not handle it, and SIGUSR2 in place
 * of SIGKILL. Pools do not pass their environment on; the variables of the profiles are added.
 */
const PROFILE_VARIABLES = ['BUN_OPTIONS', 'BENCH_PROFILES'];
/** Clock ticks a second in /proc. */
const TICKS = 100;
/** A process that has not ended by itself after this time is killed, without a profile. */
const END_MS = 10_000;

function threadSeconds(): Record<string, number> {
  const seconds: Record<string, number> = {};
  for (const thread of readdirSync('/proc/self/task')) {
    const text = readFileSync(`/proc/self/task/${thread}/stat`, 'latin1');
    const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'));
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    seconds[name] = (seconds[name] ?? 0) + (Number(fields[11]) + Number(fields[12])) / TICKS;
  }
  return seconds;
}

/** Bun.spawn whose processes are profiled too, and end by themselves. */
function profiled(spawn: typeof Bun.spawn): typeof Bun.spawn {
  return ((command: string[], options: Parameters<typeof Bun.spawn>[1] = {}) => {
    // node:child_process passes an object.
    if (!Array.isArray(command) || !command.includes(process.execPath)) return spawn(command, options);
    const variables = Object.fromEntries(PROFILE_VARIABLES.map((name) => [name, process.env[name] ?? '']));
    const child = spawn(command, { ...options, env: { ...(options.env ?? process.env), ...variables } });
    const kill = child.kill.bind(child);
    child.kill = (signal) => {
      if (signal !== 'SIGKILL') return kill(signal);
      kill('SIGUSR2');
      setTimeout(() => kill('SIGKILL'), END_MS).unref();
    };
    return child;
  }) as typeof Bun.spawn;
}

const folder = process.env['BENCH_PROFILES'];
if (Bun.isMainThread && folder) {
  Bun.spawn = profiled(Bun.spawn);
  process.on('SIGUSR2', () => process.exit(0));
  process.on('SIGTERM', () => {
    if (process.listenerCount('SIGTERM') === 1) process.exit(0);
  });
  process.on('exit', () => {
    const program = { argv: process.argv.slice(1), threads: threadSeconds() };
    writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(program));
  });
}
