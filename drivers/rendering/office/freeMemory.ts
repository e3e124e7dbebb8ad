import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where Linux shows a container the limit and the usage of its memory. */
const CGROUP = '/sys/fs/cgroup';

/** The names of the files of a control group: those of version 2, and those of version 1. */
const FILES = [
  { limit: 'memory.max', usage: 'memory.current', statistics: 'memory.stat', cache: 'inactive_file' },
  {
    limit: 'memory/memory.limit_in_bytes',
    usage: 'memory/memory.usage_in_bytes',
    statistics: 'memory/memory.stat',
    cache: 'total_inactive_file',
  },
];

/** Returns the memory that this process may still use, in MB: that of the machine, and within the limit of its container. */
export function freeMemoryMb(cgroup = CGROUP): number {
  const free = FILES.map(({ limit, usage, statistics, cache }) => {
    const used = Number(textOf(cgroup, usage)) - cachedBytes(textOf(cgroup, statistics), cache);
    const rest = Number(textOf(cgroup, limit)) - used;
    // The limit may be missing, or the word `max`.
    return Number.isNaN(rest) ? Number.POSITIVE_INFINITY : Math.max(0, rest);
  });
  return (
    Math.min(process.availableMemory(), process.constrainedMemory() || Number.POSITIVE_INFINITY, ...free) / 1_048_576
  );
}

/** Files in memory that the system drops when memory is needed. They count as used. */
function cachedBytes(statistics: string | undefined, name: string): number {
  const line = statistics?.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.split(' ')[1] ?? 0);
}

function textOf(folder: string, file: string): string | undefined {
  try {
    return readFileSync(join(folder, file), 'utf8');
  } catch {
    // Another version of control groups, or another system.
    return undefined;
  }
}
