import type { Readable, Writable } from 'node:stream';

type Parameters = Readonly<Record<string, unknown>>;

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Parameters;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
  readonly sessionId?: string;
}

interface Waiting {
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

/** Speaks the DevTools protocol over two pipes: JSON texts, each followed by a NUL. */
export class DevTools {
  readonly #output: Writable;
  readonly #waiting = new Map<number, Waiting>();
  readonly #onEvent: (method: string, params: Parameters) => void;
  #pieces: Buffer[] = [];
  #lastId = 0;

  constructor(input: Readable, output: Writable, onEvent: (method: string, params: Parameters) => void) {
    this.#output = output;
    this.#onEvent = onEvent;
    input.on('data', (bytes: Buffer) => this.#read(bytes));
  }

  /** Resolves to the result of a command; rejects if the browser refuses it. */
  send<Result>(method: string, params: Parameters = {}, sessionId?: string): Promise<Result> {
    const id = ++this.#lastId;
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#output.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`);
    });
  }

  #read(bytes: Buffer): void {
    let from = 0;
    for (let end = bytes.indexOf(0); end >= 0; end = bytes.indexOf(0, from)) {
      const text = Buffer.concat([...this.#pieces, bytes.subarray(from, end)]).toString('utf8');
      this.#pieces = [];
      from = end + 1;
      this.#receive(JSON.parse(text));
    }
    if (from < bytes.length) this.#pieces.push(bytes.subarray(from));
  }

  #receive({ id, method, params = {}, result, error }: Message): void {
    if (id === undefined) {
      if (method !== undefined) this.#onEvent(method, params);
      return;
    }
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(result as never);
  }
}
