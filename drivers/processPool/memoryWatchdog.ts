import { MEMORY_SIGNAL, type WatchdogLimits } from './protocol.ts';

/** Interval between two checks. They run in a thread of their own, which the process's work cannot block. */
const CHECK_MS = 100;

declare const self: Worker;

let limits: WatchdogLimits | undefined;

self.onmessage = ({ data }: MessageEvent<WatchdogLimits>) => {
  limits = data;
};

/** Ends the process when it uses too much memory, or when its parent process has ended. */
setInterval(() => {
  if (!limits) return;
  if (process.ppid !== limits.parent) process.kill(process.pid, 'SIGKILL');
  if (process.memoryUsage.rss() > (limits.maxRssMb[0] ?? 0) * 1_048_576) process.kill(process.pid, MEMORY_SIGNAL);
}, CHECK_MS);
