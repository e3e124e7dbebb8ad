import { readdirSync, readFileSync } from 'node:fs';

/** Seconds of processor time that processes have used so far, by /proc; Linux alone. */
const TICKS = 100;

interface Stat {
  readonly parent: number;
  readonly seconds: number;
}

function statOf(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), seconds: (Number(fields[11]) + Number(fields[12])) / TICKS };
  } catch {
    return undefined;
  }
}

export const cpuOf = (pid: number): number => statOf(pid)?.seconds ?? 0;

/** The server of the backend `pid` with all of its backends. */
export function cpuOfServer(pid: number): number {
  const postmaster = statOf(pid)?.parent;
  let total = 0;
  for (const name of readdirSync('/proc')) {
    const one = /^\d+$/.test(name) ? statOf(Number(name)) : undefined;
    if (one && (one.parent === postmaster || Number(name) === postmaster)) total += one.seconds;
  }
  return total;
}

/** A process with all that it has started. */
export function cpuOfTree(pid: number): number {
  const stats = new Map<number, Stat>();
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : undefined;
    if (stat) stats.set(Number(name), stat);
  }
  const own = (root: number): number =>
    (stats.get(root)?.seconds ?? 0) +
    [...stats].reduce((sum, [child, { parent }]) => (parent === root ? sum + own(child) : sum), 0);
  return own(pid);
}
