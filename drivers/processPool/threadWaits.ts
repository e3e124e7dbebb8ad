import { readdirSync, readFileSync } from 'node:fs';

const NS_PER_MS = 1e6;

/**
 * Returns how long the threads of a process have waited for a processor while they could have run, in ms; 0 on systems
 * without `/proc`. Threads that have ended do not count.
 */
export function waitedMs(pid: number): number {
  let sum = 0;
  for (const thread of threadsOf(pid)) sum += waitOf(`/proc/${pid}/task/${thread}/schedstat`);
  return sum / NS_PER_MS;
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

function waitOf(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8').split(' ')[1]);
  } catch {
    // The thread has just ended.
    return 0;
  }
}
