import { processorMs } from './processorTime.ts';
import type { FromProcess, ToProcess } from './protocol.ts';

/** A process that has not reported that it is ready within this time is killed. */
const START_MS = 20_000;
/** Where a limit is one of processor time, a process gets at most this multiple of it by the clock. */
const MAX_STRETCH = 10;
/** The pause between two looks at the processor time of a process that gets little of it. */
const LOOK_MS = 50;
/** A process that uses less of the processor than this between two looks is idle. */
const IDLE_SHARE = 0.01;

export interface ProcessOptions {
  /** Absolute path of the program that the process runs; it calls `serveWork` of poolWorker.ts. */
  readonly script: string;
  /** Maximum resident memory. */
  readonly maxRssMb: number;
  /**
   * Maximum address space, about twice the resident memory: it applies where memory grows faster than the watchdog
   * checks. Absent: unlimited.
   */
  readonly maxVirtualMb?: number;
  /** The whole environment. The worker's own is not inherited: it has the database URL and passwords. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Time limit of the first start; each failed start in a row doubles it. */
  readonly startMs?: number;
  /** Discards standard error, for programs that write much there without a fault. */
  readonly quiet?: boolean;
}

/** `starved`: the machine gave the process too little processor time. */
export type KillReason = 'time' | 'starved' | 'abort' | 'retired' | 'stop';

export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: number | NodeJS.Signals | null;
}

interface ProcessEvents<Work, Answer, Task> {
  message(one: PooledProcess<Work, Answer, Task>, message: FromProcess<Answer>): void;
  exit(one: PooledProcess<Work, Answer, Task>, end: ProcessEnd): void;
}

/** One child process of a pool, and the task that it runs. */
export class PooledProcess<Work, Answer, Task> {
  ready = false;
  /** A replacement is starting; this process ends once that one is ready. */
  retiring = false;
  task: Task | undefined;
  /** Why the pool killed it, if it did. */
  killedFor: KillReason | undefined;
  readonly #child: Bun.Subprocess;
  #limit: Timer | undefined;
  #suspicion: Timer | undefined;

  constructor(options: ProcessOptions, failedStarts: number, events: ProcessEvents<Work, Answer, Task>) {
    this.#child = Bun.spawn(commandLine(options), {
      cwd: import.meta.dir,
      env: { ...options.environment },
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: options.quiet ? 'ignore' : 'inherit',
      serialization: 'advanced',
      ipc: (message: FromProcess<Answer>) => {
        this.clearLimit();
        events.message(this, message);
      },
      onExit: (_, code, signal) => {
        this.clearLimit();
        events.exit(this, { code, signal });
      },
    });
    this.#child.unref();
    this.limitTime((options.startMs ?? START_MS) * 2 ** Math.min(failedStarts, 3));
  }

  get signalCode(): number | NodeJS.Signals | null {
    return this.#child.signalCode;
  }

  get exited(): Promise<number> {
    return this.#child.exited;
  }

  /** Kills the process unless it sends a message within this time. */
  limitTime(ms: number): void {
    this.#limit = setTimeout(() => this.kill('time'), ms);
  }

  /** Calls `suspect` unless the process sends a message within this time. */
  suspectTime(ms: number, suspect: () => void): void {
    this.#suspicion = setTimeout(suspect, ms);
  }

  /** Calls `suspect` once the process has worked for this time without a message, or not at all for as long by the clock. */
  suspectWork(ms: number, suspect: () => void): void {
    const startMs = processorMs(this.#child.pid) ?? 0;
    const look = (beforeMs: number): void => {
      const nowMs = processorMs(this.#child.pid) ?? Number.POSITIVE_INFINITY;
      if (nowMs - startMs >= ms || nowMs - beforeMs < ms * IDLE_SHARE) suspect();
      else this.#suspicion = setTimeout(look, ms, nowMs);
    };
    this.#suspicion = setTimeout(look, ms, startMs);
  }

  /**
   * Kills the process once it has worked for this time without a message: by the clock, and by the processor time of all its
   * threads. On a busy machine the clock alone would end work that has done nothing wrong. Where the processor time is not
   * known, the clock counts. Counting begins after LOOK_MS, so that short work needs no look: longer work gets as much on top.
   *
   * @param idleMs after this time without work the clock counts, too: the process hangs. Absent: it may wait.
   */
  limitWork(ms: number, idleMs = Number.POSITIVE_INFINITY): void {
    const { pid } = this.#child;
    let startMs: number | undefined;
    let worked = { ms: Number.NEGATIVE_INFINITY, at: 0 };
    const end = performance.now() + ms * MAX_STRETCH;
    const look = (): void => {
      const [nowMs, now] = [processorMs(pid), performance.now()];
      const restMs = startMs === undefined || nowMs === undefined ? 0 : startMs + ms - nowMs;
      if (nowMs !== undefined && nowMs - worked.ms >= idleMs * IDLE_SHARE) worked = { ms: nowMs, at: now };
      if (restMs <= 0 || now - worked.at >= idleMs) this.kill('time');
      else if (now >= end) this.kill('starved');
      else this.#limit = setTimeout(look, Math.max(LOOK_MS, Math.min(restMs, idleMs)));
    };
    const begin = (): void => {
      startMs = processorMs(pid);
      this.#limit = setTimeout(look, ms);
    };
    this.#limit = setTimeout(begin, LOOK_MS);
  }

  clearLimit(): void {
    clearTimeout(this.#limit);
    clearTimeout(this.#suspicion);
  }

  /** Throws where the process has just ended. */
  send(work: Work): void {
    this.#child.send({ work } satisfies ToProcess<Work>);
  }

  kill(reason: KillReason): void {
    this.killedFor ??= reason;
    this.#child.kill('SIGKILL');
  }
}

function commandLine(options: ProcessOptions): string[] {
  return [
    // A system without this limit (macOS) runs the process without it.
    ...(options.maxVirtualMb
      ? ['/bin/sh', '-c', 'ulimit -v "$0" 2>/dev/null; exec "$@"', String(options.maxVirtualMb * 1_024)]
      : []),
    process.execPath,
    '--no-env-file',
    options.script,
    String(options.maxRssMb),
    ...(options.args ?? []),
  ];
}
