import { join } from 'node:path';
import { SUPERVISED } from '../../../drivers/processPool/childProcess.ts';
import { until } from '../until.ts';

export interface TestProcess {
  readonly pid: number;
  /** Where its api answers; of `api` and `start`. */
  readonly url: string;
  /** Everything it and its children wrote so far, standard output and error as they came. */
  output(): string;
  /** The JSON lines among it. */
  logs(): { role: string; level: string; msg: string; [member: string]: unknown }[];
  signal(signal: NodeJS.Signals): void;
  /** kill -9, and waits until it is gone. */
  kill(): Promise<void>;
  /** SIGTERM, and its exit code; null when a signal ended it. Stopping twice is safe. */
  stop(): Promise<number | null>;
  readonly exited: Promise<number | null>;
  /** Resolves when all that it and its children wrote is in `output`: at the end of the last of them. */
  readonly drained: Promise<unknown>;
}

interface Options {
  readonly environment?: Readonly<Record<string, string>>;
  /** As it is started by hand: it does not end with this process, and a test has to end it. */
  readonly onItsOwn?: boolean;
  readonly folder?: string;
  /** The folder of an unpacked release (test/helpers/releases.ts), whose process it is then, run by its own Bun. */
  readonly release?: string;
}

/** A limit on a hang: a first start makes a database, on a machine that may have much else to do. */
const START_LIMIT_MS = 150_000;

const root = join(import.meta.dir, '..', '..', '..');
const ready = { start: /Waybill is ready/, api: /"api started"/, worker: /"worker started"/, migrate: /up to date/ };

/** Starts a process of ours without waiting for anything. It ends with this process at the latest. */
export function spawnProcess(word: keyof typeof ready, options: Options = {}): TestProcess {
  let output = '';
  const { release } = options;
  const bun = release === undefined ? process.execPath : join(release, 'node_modules', 'bun', 'bin', 'bun.exe');
  const child = Bun.spawn([bun, join(release ?? root, 'main.ts'), word], {
    cwd: options.folder ?? release ?? root,
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'info',
      ...options.environment,
      ...(options.onItsOwn ? {} : { [SUPERVISED]: '1' }),
    },
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const read = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const bytes of stream) output += decoder.decode(bytes, { stream: true });
  };
  // Children of a killed `start` hold its output open a little longer; nobody waits long for the end of it.
  const drained = Promise.all([child.stdout, child.stderr].map((stream) => read(stream).catch(() => {})));
  child.unref();
  const exited = child.exited.then(() => child.exitCode);
  return {
    pid: child.pid,
    get url() {
      const url = (/ API +(http\S*)\/api\/v2/.exec(output) ??
        /"url":"(http[^"]*)","msg":"api started"/.exec(output))?.[1];
      if (!url) throw new Error(`no api has said where it listens:\n${output}`);
      return url;
    },
    output: () => output,
    logs: () =>
      output
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .flatMap((line) => {
          try {
            return [JSON.parse(line)];
          } catch {
            // Its other half has not come yet.
            return [];
          }
        }),
    signal: (signal) => child.kill(signal),
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    stop() {
      child.kill('SIGTERM');
      return exited;
    },
    exited,
    drained,
  };
}

/**
 * Starts a process of ours and resolves when it says that it is ready; what it wrote is told when it ends before. Where
 * it may choose its port and another takes that before it listens there, it is started again.
 */
export async function startProcess(word: keyof typeof ready, options: Options = {}): Promise<TestProcess> {
  const choosesPort = (options.environment?.['PORT'] ?? '0') === '0';
  for (let attempts = choosesPort ? 3 : 1; ; attempts--) {
    const started = spawnProcess(word, options);
    let ended = false;
    void started.exited
      // What it wrote last may be on its way.
      .then(() => Promise.race([started.drained, Bun.sleep(2_000)]))
      .then(() => {
        ended = true;
      });
    await until(`${word} to be ready`, () => ended || ready[word].test(started.output()), START_LIMIT_MS);
    const startOutput = started.output();
    if (ready[word].test(startOutput)) return started;
    if (attempts === 1 || !/^PORT is \d+, and another program listens there/m.test(startOutput))
      throw new Error(`${word} ended before it was ready:\n${startOutput}`);
  }
}

export interface ScriptProcess {
  readonly child: Bun.Subprocess;
  /** What it wrote so far, standard output and error as they came. */
  output(): string;
  kill(): Promise<void>;
}

/** Runs a script of a test's own, a worker to be killed for example. */
export function spawnScript(file: string, ...words: string[]): ScriptProcess {
  const child = Bun.spawn([process.execPath, file, ...words], { stdout: 'pipe', stderr: 'pipe' });
  let output = '';
  const read = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const bytes of stream) output += decoder.decode(bytes, { stream: true });
  };
  for (const stream of [child.stdout, child.stderr]) read(stream).catch(() => {});
  return {
    child,
    output: () => output,
    async kill() {
      child.kill('SIGKILL');
      await child.exited;
    },
  };
}
