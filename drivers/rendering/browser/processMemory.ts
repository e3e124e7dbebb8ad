import { readFileSync } from 'node:fs';

const PAGE_BYTES = 4_096;

/** Returns the memory that processes have for themselves, in bytes; 0 on systems without `/proc`. */
export function memoryOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + ownMemoryOf(pid), 0);
}

function ownMemoryOf(pid: number): number {
  try {
    const [, resident = 0, shared = 0] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ').map(Number);
    return (resident - shared) * PAGE_BYTES;
  } catch {
    // It has just ended.
    return 0;
  }
}
