/** Interval of the checks. They run in a thread of their own, which the start cannot block. */
const CHECK_MS = 500;
/** A start that used less processor time than this within `IDLE_MS` hangs: even on a busy machine it gets more. */
const IDLE_MS = 10_000;
const IDLE_CPU_MS = 100;
/** Maximum processor time of a start, which needs some 8 s. One that uses more is in an endless loop. */
const CPU_MS = 60_000;

/**
 * Ends the process when its start hangs. The criterion is processor time, not elapsed time: on a busy machine a start
 * may take minutes and still succeed.
 */
const samples: number[] = [];
setInterval(() => {
  const { user, system } = process.cpuUsage();
  samples.push((user + system) / 1_000);
  const now = samples.at(-1) ?? 0;
  const before = samples.length > IDLE_MS / CHECK_MS ? samples.shift() : undefined;
  if (now > CPU_MS || (before !== undefined && now - before < IDLE_CPU_MS)) process.kill(process.pid, 'SIGKILL');
}, CHECK_MS);
