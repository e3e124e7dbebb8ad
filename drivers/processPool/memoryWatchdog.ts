/** How often a process of a pool is looked at, from a thread that its work cannot hold up. */
const WATCH_MS = 100;

/** Its process ends by this when it needs too much memory, so that its pool can tell that from a kill by others. */
export const MEMORY_SIGNAL = 'SIGALRM';

declare const self: Worker;

/** Ends its process when that has grown too large, or when the process that started it is gone. */
let limits: WatchLimits | undefined;

/** `maxRssMb` is shared, and may change: a message for each change would wake this thread for every small work. */
export interface WatchLimits {
  readonly parent: number;
  readonly maxRssMb: Float64Array;
}

self.onmessage = ({ data }: MessageEvent<WatchLimits>) => {
  limits = data;
};

setInterval(() => {
  if (!limits) return;
  if (process.ppid !== limits.parent) process.kill(process.pid, 'SIGKILL');
  if (process.memoryUsage.rss() > (limits.maxRssMb[0] ?? 0) * 1_048_576) process.kill(process.pid, MEMORY_SIGNAL);
}, WATCH_MS);
