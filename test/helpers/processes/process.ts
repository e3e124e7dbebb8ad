import { join } from 'node:path';
import { SUPERVISED } from '../../../drivers/processPool/childProcess.ts';
import { Signal } from '../waits/signal.ts';

export interface TestProcess {
  readonly pid: number;
  /** The address of its api, for `api` and `start`. */
  readonly url: string;
  /** The standard output and error of the process and its children so far, in the order of arrival. */
  output(): string;
  /**
   * Waits until `find` returns something truthy for the output.
   *
   * @throws if the output ends first
   */
  printed<T>(what: string, find: (output: string) => T, limitMs?: number): Promise<NonNullable<T>>;
  /** The JSON lines of the output. */
  logs(): { role: string; level: string; msg: string; [member: string]: unknown }[];
  signal(signal: NodeJS.Signals): void;
  /** Kills the process (-9), and resolves when it has ended. */
  kill(): Promise<void>;
  /** Sends SIGTERM and returns the exit code, or null if a signal ended the process. Stopping twice is safe. */
  stop(): Promise<number | null>;
  readonly exited: Promise<number | null>;
  /** Resolves when the process and all its children have ended and `output` is complete. */
  readonly drained: Promise<unknown>;
}

interface Options {
  readonly environment?: Readonly<Record<string, string>>;
  /** If true, the process does not end with this one, as if started by hand; the test has to end it. */
  readonly onItsOwn?: boolean;
  readonly folder?: string;
  /** Folder of an unpacked release (test/helpers/upgrade/releases.ts) to run instead of this checkout, with its own Bun. */
  readonly release?: string;
  /** The program and its first words, instead of Bun and main.ts of this checkout. */
  readonly within?: readonly string[];
}

/** A limit on a hang: a first start creates a database, and the machine may be busy. */
const START_LIMIT_MS = 150_000;

const root = join(import.meta.dir, '..', '..', '..');
const ready = { start: /Waybill is ready/, api: /"api started"/, worker: /"worker started"/, migrate: /up to date/ };

/** The text that the streams of a process have delivered so far. */
class Output {
  text = '';
  readonly #changes = new Signal();
  /** Resolves when the process and those that inherited its streams have closed them. */
  readonly drained: Promise<unknown>;
  #hasEnded = false;

  constructor(...streams: readonly ReadableStream<Uint8Array>[]) {
    this.drained = Promise.all(streams.map((stream) => this.#read(stream).catch(() => {}))).then(() => {
      this.#hasEnded = true;
      this.#changes.notify();
    });
  }

  printed<T>(what: string, find: (output: string) => T, limitMs?: number): Promise<NonNullable<T>> {
    const search = () => {
      const found = find(this.text);
      if (!found && this.#hasEnded) throw new Error(`the output ended while a test waited for ${what}:\n${this.text}`);
      return found;
    };
    return this.#changes.until(what, search, limitMs);
  }

  async #read(stream: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    for await (const bytes of stream) {
      this.text += decoder.decode(bytes, { stream: true });
      this.#changes.notify();
    }
  }
}

/** Starts a Waybill process without waiting for it to be ready. It ends with this process at the latest. */
export function spawnProcess(word: keyof typeof ready, options: Options = {}): TestProcess {
  const { release } = options;
  const bun = release === undefined ? process.execPath : join(release, 'node_modules', 'bun', 'bin', 'bun.exe');
  const within = options.within ?? [bun, join(release ?? root, 'main.ts')];
  const child = Bun.spawn([...within, word], {
    cwd: options.folder ?? release ?? root,
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'info',
      // Most tests need no converter, which takes 1.5 GB.
      OFFICE_START: 'document',
      ...options.environment,
      ...(options.onItsOwn ? {} : { [SUPERVISED]: '1' }),
    },
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  // The children of a killed `start` end a little later and keep its output open until then.
  const output = new Output(child.stdout, child.stderr);
  child.unref();
  const exited = child.exited.then(() => child.exitCode);
  return {
    pid: child.pid,
    get url() {
      const url = (/ API +(http\S*)\/api\/v2/.exec(output.text) ??
        /"url":"(http[^"]*)","msg":"api started"/.exec(output.text))?.[1];
      if (!url) throw new Error(`the api has not logged its address:\n${output.text}`);
      return url;
    },
    output: () => output.text,
    printed: (what, find, limitMs) => output.printed(what, find, limitMs),
    logs: () =>
      output.text
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .flatMap((line) => {
          try {
            return [JSON.parse(line)];
          } catch {
            // The line is not complete yet.
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
    drained: output.drained,
  };
}

/**
 * Starts a Waybill process and resolves when it is ready. Throws an error with its output if it ends before. If another
 * process takes the chosen port first, the start is repeated with another port.
 */
export async function startProcess(word: keyof typeof ready, options: Options = {}): Promise<TestProcess> {
  const choosesPort = (options.environment?.['PORT'] ?? '0') === '0';
  for (let attempts = choosesPort ? 3 : 1; ; attempts--) {
    const started = spawnProcess(word, options);
    const isReady = started.printed(`${word} to be ready`, (output) => ready[word].test(output), START_LIMIT_MS);
    // The last output can arrive after the exit.
    const ended = started.exited.then(() => Promise.race([started.drained, Bun.sleep(2_000)]));
    await Promise.race([isReady.catch(() => {}), ended]);
    const output = started.output();
    if (ready[word].test(output)) return started;
    if (attempts === 1 || !/^PORT is \d+, and another program listens there/m.test(output))
      throw new Error(`${word} did not become ready:\n${output}`);
  }
}

export interface ScriptProcess {
  readonly child: Bun.Subprocess;
  /** The standard output and error so far, in the order of arrival. */
  output(): string;
  /** As of TestProcess. */
  printed: TestProcess['printed'];
  kill(): Promise<void>;
}

/** Runs a script of a test, such as a worker to be killed. */
export const spawnScript = (file: string, ...words: string[]): ScriptProcess => spawnScriptBy([], file, ...words);

/** Starts a script by a command that runs another one, such as `setpriv` with its options. */
export const spawnScriptBy = (command: readonly string[], file: string, ...words: string[]): ScriptProcess =>
  spawnProgram([...command, process.execPath, file, ...words]);

/** Starts a program in any language. */
export function spawnProgram(command: readonly string[]): ScriptProcess {
  const child = Bun.spawn([...command], { stdout: 'pipe', stderr: 'pipe' });
  const output = new Output(child.stdout, child.stderr);
  return {
    child,
    output: () => output.text,
    printed: (what, find, limitMs) => output.printed(what, find, limitMs),
    async kill() {
      child.kill('SIGKILL');
      await child.exited;
    },
  };
}
