import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Ends a server that still runs on `cluster` after its parent was killed, and removes its pid file. The pid may belong to
 * another program by now (containers reuse pids at once), and PostgreSQL would refuse to start. The caller must have the
 * lock on the folder.
 */
export async function stopOrphan(cluster: string): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  // A fast shutdown, then an immediate one if that hangs: recovery at the next start preserves all commits.
  for (const [signal, seconds] of [
    ['SIGINT', 10],
    ['SIGQUIT', 10],
    ['SIGKILL', 5],
  ] as const) {
    for (const pid of serversOn(cluster, pidFile)) {
      try {
        process.kill(pid, signal);
      } catch {
        // It has ended in the meantime.
      }
    }
    for (const end = Date.now() + seconds * 1000; Date.now() < end; await pause(20)) {
      if (serversOn(cluster, pidFile).length === 0) {
        rmSync(pidFile, { force: true });
        return;
      }
    }
  }
}

/** Returns the postmaster if it runs, otherwise its remaining children, which may still write. */
function serversOn(cluster: string, pidFile: string): number[] {
  let postmaster = 0;
  try {
    postmaster = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  } catch {
    // There is no pid file.
  }
  if (process.platform !== 'linux') {
    if (!(postmaster > 1)) return [];
    const listed = spawnSync('ps', ['-o', 'command=', '-p', String(postmaster)], { encoding: 'utf8' });
    return listed.status === 0 && listed.stdout.includes(`-D ${cluster} `) ? [postmaster] : [];
  }
  const found = readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        return (
          readlinkSync(`/proc/${pid}/cwd`) === cluster && basename(readlinkSync(`/proc/${pid}/exe`)) === 'postgres'
        );
      } catch {
        return false;
      }
    });
  return found.includes(postmaster) ? [postmaster] : found;
}
