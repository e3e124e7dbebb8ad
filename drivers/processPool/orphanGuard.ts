import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Returns the file in a folder that names the process group to be killed, by its number. */
export const groupFileIn = (folder: string): string => join(folder, 'group');

/**
 * Starts a guard for a folder and for the process group that the file of `groupFileIn` names. When this process ends, even
 * by SIGKILL, the guard's standard input closes: it kills the group and removes the folder. It renames the folder first, so
 * that a program which names its group at that moment finds the file missing, and does not start.
 */
export function guardFolder(folder: string): void {
  const script = `cat > /dev/null; mv "$0" "$0.ended"; group=$(cat "$0.ended/group" 2>/dev/null) && kill -s KILL -- "-$group"
    rm -rf "$0" "$0.ended" || { sleep 1; rm -rf "$0" "$0.ended"; }`;
  spawn('/bin/sh', ['-c', script, folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] }).unref();
}
