import { mkdtempSync, readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Bytes that the servers of a test run may take, with room to spare. */
const NEEDED = 8 * 1024 ** 3;

/**
 * Makes a folder for the data of a server: in memory, where there is enough of it. The copy of a database has hundreds of
 * files, which take half a second on a disk, and a few hundredths of a second in memory.
 */
export const makeServerFolder = (prefix: string): string => mkdtempSync(join(fastFolder(), prefix));

function fastFolder(): string {
  const inMemory = '/dev/shm';
  try {
    // Elasticsearch runs libraries that it unpacks there.
    if (/ \/dev\/shm tmpfs \S*\bnoexec\b/.test(readFileSync('/proc/mounts', 'utf8'))) return tmpdir();
    const { bavail, bsize } = statfsSync(inMemory);
    return Math.min(bavail * bsize, process.availableMemory()) > NEEDED ? inMemory : tmpdir();
  } catch {
    return tmpdir();
  }
}
