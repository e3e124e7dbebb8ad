import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, messageOf } from '../../domain/runtime/errorDetails.ts';
import { OperatorError } from '../../domain/runtime/operatorError.ts';

/**
 * Locks a data folder, so that one `start` at a time uses it. The lock of a killed process is ignored: it names the
 * process by its pid and its start time, because pids are reused.
 *
 * @returns a function that releases the lock
 * @throws OperatorError that names the process which has the lock
 */
export function lockFolder(folder: string): () => void {
  const file = join(folder, 'start.pid');
  const content = `${process.pid} ${startOf(process.pid)}\n`;
  for (;;) {
    try {
      writeFileSync(file, content, { flag: 'wx' });
      break;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') {
        throw new OperatorError(`DATA_DIR is ${folder}, which cannot be written to: ${messageOf(error)}.`);
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
    if (readText(file) === content) rmSync(file, { force: true });
  };
}

/** Returns the start time of a process, in the unit of the system; empty if there is no such process. */
function startOf(pid: number): string {
  if (process.platform === 'linux') {
    // The name, in parentheses, may contain anything; the 20th field after it is the start time.
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
