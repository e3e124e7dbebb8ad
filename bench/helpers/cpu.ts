import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks a second in /proc, which these functions read. They work on Linux only. */
const TICKS = 100;

interface Stat {
  readonly parent: number;
  readonly seconds: number;
  /** Of children that have ended. */
  readonly endedSeconds: number;
}

function statOf(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const secondsAt = (first: number) => (Number(fields[first]) + Number(fields[first + 1])) / TICKS;
    return { parent: Number(fields[1]), seconds: secondsAt(11), endedSeconds: secondsAt(13) };
  } catch {
    return undefined;
  }
}

/** Returns the seconds of processor time that a process has used. */
export const cpuOf = (pid: number): number => statOf(pid)?.seconds ?? 0;

/** Returns the seconds of processor time of a PostgreSQL server with all backends, ended ones included; `pid` is one of its backends. */
export function cpuOfServer(pid: number): number {
  const postmaster = statOf(pid)?.parent;
  let total = postmaster === undefined ? 0 : (statOf(postmaster)?.endedSeconds ?? 0);
  for (const name of readdirSync('/proc')) {
    const one = /^\d+$/.test(name) ? statOf(Number(name)) : undefined;
    if (one && (one.parent === postmaster || Number(name) === postmaster)) total += one.seconds;
  }
  return total;
}

/** Returns the seconds of processor time of a process and its running descendants. */
export const cpuOfTree = (root: number): number => treeOf(root).reduce((total, { seconds }) => total + seconds, 0);

/** Returns the first descendant of `root` whose command line contains the text. */
export function findInTree(root: number, text: string): number | undefined {
  return treeOf(root).find(({ pid }) => readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(text))?.pid;
}

function treeOf(root: number): (Stat & { pid: number })[] {
  const stats = new Map<number, Stat>();
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : undefined;
    if (stat) stats.set(Number(name), stat);
  }
  const isBelow = (pid: number | undefined): boolean =>
    pid === root || (pid !== undefined && isBelow(stats.get(pid)?.parent));
  return [...stats].filter(([pid]) => isBelow(pid)).map(([pid, stat]) => ({ pid, ...stat }));
}

/** Returns the seconds that the first thread of a process has run, and the seconds that it has waited for a processor. */
export function scheduled(pid: number): { ran: number; waited: number } {
  const [ran, waited] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'latin1').split(' ').map(Number);
  return { ran: (ran ?? 0) / 1e9, waited: (waited ?? 0) / 1e9 };
}
