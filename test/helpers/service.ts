import { readdirSync, readFileSync } from 'node:fs';
import { startProcess, type TestProcess } from './processes/process.ts';
import { poll } from './waits/poll.ts';

/** The processes of `npm start`, with their API and their pids. */
export interface RunningService {
  readonly url: string;
  readonly process: TestProcess;
  /** Gets a path, and returns the JSON of the response. Throws unless the status is 200. */
  get(path: string): Promise<unknown>;
  /** Sends JSON, and returns the JSON of the response, or null if it is empty. Throws unless the status is 200. */
  send(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Returns the pids of the processes whose command line ends with `word`. */
  pids(word: 'api' | 'worker'): number[];
  /** Kills (-9) the worker with this pid, or any worker. Returns its pid once it has ended; `start` replaces it. */
  killWorker(pid?: number): Promise<number>;
  /** Stops all processes, and returns the exit code. */
  stop(): Promise<number | null>;
}

/** Starts all processes of `npm start` on their own port, and resolves when they are ready. */
export async function startService(environment: Readonly<Record<string, string>>): Promise<RunningService> {
  const started = await startProcess('start', { environment });
  const { url } = started;
  const request = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${url}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
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
      const pid = chosen ?? (await poll('a worker to run', () => pids('worker')[0]));
      process.kill(pid, 'SIGKILL');
      await poll('the worker to end', () => !pids('worker').includes(pid));
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
    // Minimal machines have no ps.
    return readdirSync('/proc').flatMap((pid) => {
      try {
        const parent = /.*\) [^Z] (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
        const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
        // Zombies do not count.
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
