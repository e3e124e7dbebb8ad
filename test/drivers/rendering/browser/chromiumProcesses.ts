import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly line: string;
}

function processes(): Process[] {
  const { stdout } = spawnSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], {
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  });
  return stdout.split('\n').flatMap((row) => {
    const [, pid, parent, line = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), line }];
  });
}

/** The folder of each running Chromium whose pool is in this process, with the number of its main process. */
export function chromiumsOf(ancestor: number): { readonly pid: number; readonly folder: string }[] {
  const all = processes();
  const isOwn = (one: Process | undefined): boolean =>
    one !== undefined && (one.parent === ancestor || isOwn(all.find(({ pid }) => pid === one.parent)));
  return all.flatMap((one) => {
    const folder = /--user-data-dir=(\S*waybill-browser-[^/\s]+)\//.exec(one.line)?.[1];
    const isMain =
      folder !== undefined && one.line.includes('--remote-debugging-pipe') && !one.line.includes('--type=');
    return isMain && isOwn(one) ? [{ pid: one.pid, folder }] : [];
  });
}

/** The processes of a Chromium that are left, by its folder, with the ticks of processor time that they have used. */
export const processesOf = (folder: string): (Process & { readonly ticks: number })[] =>
  processes()
    .filter(({ line }) => line.includes(folder) && !line.startsWith('ps '))
    .map((one) => ({ ...one, ticks: ticksOf(one.pid) }));

function ticksOf(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return 0;
  }
}
