import { waitedMs } from '../../processPool/threadWaits.ts';

/** Interval of the checks. They run in a thread of their own, which the start cannot block. */
const CHECK_MS = 500;
/** A start that used less processor time than this within `IDLE_MS` hangs, unless it waited for a processor meanwhile. */
const IDLE_MS = 10_000;
const IDLE_CPU_MS = 100;
/** The least wait of all threads within `IDLE_MS` that explains why a start has not worked. The checks themselves wait, too. */
const STARVED_MS = 5_000;
/** Maximum processor time of a start, which needs some 8 s. One that uses more is in an endless loop. */
const CPU_MS = 60_000;

/**
 * Ends the process when its start hangs. The criterion is processor time, not elapsed time: on a busy machine a start
 * may take minutes and still succeed.
 */
const samples: { readonly usedMs: number; readonly waitedMs: number }[] = [];
setInterval(() => {
  const { user, system } = process.cpuUsage();
  const now = { usedMs: (user + system) / 1_000, waitedMs: waitedMs(process.pid) };
  samples.push(now);
  const before = samples.length > IDLE_MS / CHECK_MS ? samples.shift() : undefined;
  const isIdle = before !== undefined && now.usedMs - before.usedMs < IDLE_CPU_MS;
  const isStarved = before !== undefined && now.waitedMs - before.waitedMs > STARVED_MS;
  if (now.usedMs > CPU_MS || (isIdle && !isStarved)) process.kill(process.pid, 'SIGKILL');
}, CHECK_MS);
