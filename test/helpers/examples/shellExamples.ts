import { Signal } from '../waits/signal.ts';

/** A block of commands of a page. */
export interface ShellExample {
  readonly commands: string;
  /** The output that the page shows directly below the commands. */
  readonly shown: string;
}

/** Returns the blocks of commands of a text in Markdown, in their order. */
export const shellExamples = (markdown: string): ShellExample[] =>
  [...markdown.matchAll(/^```sh\n(.*?)^```\n(?:```\n(.*?)^```\n)?/gms)].map(([, commands = '', shown = '']) => ({
    commands,
    shown,
  }));

/** A limit on a hang. */
const LIMIT_MS = 100_000;

interface Ran {
  readonly code: number;
  /** The standard output. */
  readonly output: string;
  readonly errors: string;
}

/** A bash in which one block of commands runs after the other, as a reader would enter them. */
export class ShellSession {
  readonly #shell;
  readonly #changes = new Signal();
  readonly #ended: Promise<unknown>;
  #output = '';
  #errors = '';
  #hasEnded = false;

  constructor(folder: string, environment: Readonly<Record<string, string>>) {
    this.#shell = Bun.spawn(['bash'], {
      cwd: folder,
      env: { ...process.env, ...environment },
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'pipe',
    });
    const { stdout, stderr } = this.#shell;
    const read = async (stream: ReadableStream<Uint8Array>, add: (text: string) => void) => {
      const decoder = new TextDecoder();
      for await (const bytes of stream) {
        add(decoder.decode(bytes, { stream: true }));
        this.#changes.notify();
      }
    };
    const outputs = [
      read(stdout, (text) => {
        this.#output += text;
      }),
      read(stderr, (text) => {
        this.#errors += text;
      }),
    ];
    this.#ended = Promise.all(outputs).then(() => {
      this.#hasEnded = true;
      this.#changes.notify();
    });
  }

  /** Runs commands, and returns their output and the exit code of the last one. */
  async run(commands: string): Promise<Ran> {
    this.#output = '';
    this.#errors = '';
    const marker = crypto.randomUUID();
    this.#shell.stdin.write(`{ ${commands}\n} < /dev/null\nprintf '\\n%s %d\\n' ${marker} $?\n`);
    await this.#shell.stdin.flush();
    const end = new RegExp(`\\n${marker} (\\d+)\\n`);
    const ended = () => {
      const found = end.exec(this.#output);
      if (!found && this.#hasEnded) throw new Error(`the shell has ended: ${this.#errors}`);
      return found && ([Number(found[1]), this.#output.slice(0, found.index)] as const);
    };
    const [code, output] = await this.#changes.until('the commands to end', ended, LIMIT_MS);
    return { code, output, errors: this.#errors };
  }

  async stop(): Promise<void> {
    this.#shell.kill('SIGKILL');
    await this.#ended;
  }
}
