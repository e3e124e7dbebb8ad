import { readdirSync, readFileSync } from 'node:fs';
import { startProcess, type TestProcess } from './processes/process.ts';
import { until } from './until.ts';

/** `npm start` as a client and as operations see it. */
export interface RunningService {
  readonly url: string;
  readonly process: TestProcess;
  /** GET of a path; the answer as JSON. Throws unless it is a 200. */
  get(path: string): Promise<unknown>;
  /** Sends JSON; the answer as JSON, null when it is empty. Throws unless it is a 200. */
  send(method: string, path: string, body?: unknown): Promise<unknown>;
  /** The pids of its processes whose command line ends with `word`. */
  pids(word: 'api' | 'worker'): number[];
  /** kill -9 of one worker, whichever, or the one with this pid; it is started again. Resolves with its pid when it is gone. */
  killWorker(pid?: number): Promise<number>;
  /** Ends all of it; its exit code. */
  stop(): Promise<number | null>;
}

/** All processes of `start`, on a port of their own; ready when this resolves. */
export async function startService(environment: Readonly<Record<string, string>>): Promise<RunningService> {
  const started = await startProcess('start', { environment });
  const { url } = started;
  const request = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${url}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text}`);
    return text === '' ? null : JSON.parse(text);
  };
  const pids = (word: 'api' | 'worker') => childrenOf(started.pid).filter((pid) => commandLine(pid).at(-1) === word);
  return {
    url,
    process: started,
    get: (path) => request('GET', path),
    send: request,
    pids,
    async killWorker(chosen) {
      const pid = chosen ?? (await until('a worker to be there', () => pids('worker')[0]));
      process.kill(pid, 'SIGKILL');
      await until('the worker to be gone', () => !pids('worker').includes(pid));
      return pid;
    },
    stop: () => started.stop(),
  };
}

function childrenOf(parent: number): number[] {
  return processes()
    .filter((one) => one.parent === parent)
    .map(({ pid }) => pid);
}

function commandLine(pid: number): string[] {
  return processes().find((one) => one.pid === pid)?.args ?? [];
}

export function processes(): { pid: number; parent: number; args: string[] }[] {
  if (process.platform === 'linux') {
    // A machine with little on it has no ps.
    return readdirSync('/proc').flatMap((pid) => {
      try {
        const parent = /.*\) [^Z] (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
        const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
        // One that has ended and only waits to be noticed is none.
        return /^\d+$/.test(pid) && parent !== undefined ? [{ pid: Number(pid), parent: Number(parent), args }] : [];
      } catch {
        return [];
      }
    });
  }
  const listed = Bun.spawnSync(['ps', '-A', '-o', 'pid=,ppid=,args=']).stdout.toString();
  return listed.split('\n').flatMap((line) => {
    const [pid, parent, ...args] = line.trim().split(/\s+/);
    return pid ? [{ pid: Number(pid), parent: Number(parent), args }] : [];
  });
}
