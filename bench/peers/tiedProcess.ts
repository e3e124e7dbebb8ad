/** Runs a program until standard input of the shell closes, which happens if this process ends, for whatever reason. */
const supervisor = '"$@" </dev/null & child=$!; cat >/dev/null; { kill $child; wait $child; } 2>/dev/null';

export interface TiedProcess {
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts a server that ends with this process. */
export function startTied(
  command: readonly string[],
  options: { cwd: string; env?: Record<string, string> },
): TiedProcess {
  const child = Bun.spawn(['sh', '-c', supervisor, 'sh', ...command], {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  return {
    pid: child.pid,
    stop: async () => {
      await child.stdin.end();
      await child.exited;
    },
  };
}

/**
 * A program that prints `ready`, and then a line for each line of its standard input. It ends when its standard input closes,
 * and so with this process.
 */
export class LineProgram {
  readonly #child: Bun.Subprocess<'pipe', 'pipe', 'inherit'>;
  readonly #lines: AsyncIterator<string>;

  private constructor(child: Bun.Subprocess<'pipe', 'pipe', 'inherit'>) {
    this.#child = child;
    this.#lines = linesOf(child.stdout);
  }

  static async start(
    command: readonly string[],
    options: { cwd?: string; env?: Record<string, string> } = {},
  ): Promise<LineProgram> {
    const child = Bun.spawn([...command], {
      ...(options.cwd !== undefined && { cwd: options.cwd }),
      env: { ...process.env, ...options.env },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const program = new LineProgram(child);
    await program.#next();
    return program;
  }

  /** Sends a line, and returns the number that the program prints. */
  async run(line: string): Promise<number> {
    this.#child.stdin.write(`${line}\n`);
    await this.#child.stdin.flush();
    return Number(await this.#next());
  }

  async stop(): Promise<void> {
    await this.#child.stdin.end();
    await this.#child.exited;
  }

  async #next(): Promise<string> {
    const { done, value } = await this.#lines.next();
    if (done) throw new Error('a program of a peer has ended');
    return value;
  }
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of stream) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
