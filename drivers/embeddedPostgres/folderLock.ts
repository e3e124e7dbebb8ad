import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../../domain/runtime/operatorError.ts';

/**
 * One `start` at a time on a data folder. What a killed process left behind does not count: its pid is compared with
 * the time at which the process of that pid was started, since pids come again.
 *
 * @returns releases the folder
 * @throws OperatorError that names the process which has it
 */
export function lockFolder(folder: string): () => void {
  const file = join(folder, 'start.pid');
  const mine = `${process.pid} ${startOf(process.pid)}\n`;
  for (;;) {
    try {
      writeFileSync(file, mine, { flag: 'wx' });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        throw new OperatorError(`DATA_DIR is ${folder}, which cannot be written to: ${(error as Error).message}.`);
      }
    }
    const [pid = '', ...start] = readText(file).trim().split(' ');
    const holder = Number(pid);
    if (holder > 0 && startOf(holder) === start.join(' ') && start.length > 0) {
      throw new OperatorError(
        `DATA_DIR is ${folder}, which process ${holder} is using: stop it, or name another folder.`,
      );
    }
    rmSync(file, { force: true });
  }
  return () => {
    if (readText(file) === mine) rmSync(file, { force: true });
  };
}

/** When the process was started, in the system's own measure; empty when there is none. */
function startOf(pid: number): string {
  if (process.platform === 'linux') {
    // The name, in parentheses, may hold anything; the 20th field after it is the start.
    return /.*\)(?: \S+){19} (\S+)/s.exec(readText(`/proc/${pid}/stat`))?.[1] ?? '';
  }
  const listed = Bun.spawnSync(['ps', '-o', 'lstart=', '-p', String(pid)]);
  return listed.stdout.toString().trim();
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
