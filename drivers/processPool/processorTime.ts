import { readFileSync } from 'node:fs';

/** The unit in which Linux counts processor time in `/proc`, in ms. */
const TICK_MS = 10;

/** Returns the processor time that all threads of a process have used, in ms; undefined on systems without `/proc`. */
export function processorMs(pid: number): number | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field, the name in parentheses, may contain spaces.
    const [user, system] = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number);
    return user === undefined || system === undefined ? undefined : (user + system) * TICK_MS;
  } catch {
    return undefined;
  }
}
