/** How often a process of a pool is looked at, from a thread that its work cannot hold up. */
const WATCH_MS = 100;

/** Its process ends by this when it needs too much memory, so that its pool can tell that from a kill by others. */
export const MEMORY_SIGNAL = 'SIGALRM';

declare const self: Worker;

/** Ends its process when that has grown too large, or when the process that started it is gone. */
let limits: { parent: number; maxRssMb: number } | undefined;

self.onmessage = ({ data }: MessageEvent<{ parent: number; maxRssMb: number }>) => {
  limits = data;
};

setInterval(() => {
  if (!limits) return;
  if (process.ppid !== limits.parent) process.kill(process.pid, 'SIGKILL');
  if (process.memoryUsage.rss() > limits.maxRssMb * 1_048_576) process.kill(process.pid, MEMORY_SIGNAL);
}, WATCH_MS);
