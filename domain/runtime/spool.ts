import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Smaller spools are not written to disk. */
const MAX_MEMORY = 2 * 1024 * 1024;
const READ_BYTES = 256 * 1024;

/**
 * Buffers bytes between a writer and a slower reader: in memory while they are few, else in a temporary file. So a
 * transaction ends before a slow client has read the response, and memory does not grow with the number of rows. Reading
 * and writing may overlap. The file is unlinked as soon as it is open, so that no end of the process leaves it behind.
 */
export class Spool {
  #memory: Buffer[] = [];
  #file: FileHandle | undefined;
  readonly #lengths: number[] = [];
  #size = 0;
  #state: 'open' | 'ended' | 'closed' = 'open';
  #failure: unknown;
  #waiting: (() => void)[] = [];

  /** Bytes written so far. */
  get size(): number {
    return this.#size;
  }

  /** @throws ReaderGone once the reader has closed the spool, so that the writer can stop */
  async write(chunk: Buffer): Promise<void> {
    if (this.#state === 'closed') throw new ReaderGone();
    if (chunk.length === 0) return;
    if (!this.#file && this.#size + chunk.length <= MAX_MEMORY) this.#memory.push(chunk);
    else {
      if (!this.#file) {
        const file = await openNameless();
        await writeAll(file, 0, Buffer.concat(this.#memory));
        this.#file = file;
        this.#memory = [];
      }
      await writeAll(this.#file, this.#size, chunk);
    }
    this.#lengths.push(chunk.length);
    this.#size += chunk.length;
    this.#wake();
  }

  /** Ends the writing. With a `failure` the reader gets that error instead of the end. */
  end(failure?: unknown): void {
    if (this.#state === 'open') this.#state = 'ended';
    this.#failure = failure;
    this.#wake();
  }

  /** Resolves once more than `size` bytes are written, or the writing has ended. */
  async waitBeyond(size: number): Promise<void> {
    while (this.#size <= size && this.#state === 'open') {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Reads the chunks as they were written; each call starts from the beginning. */
  async *chunks(): AsyncGenerator<Buffer> {
    let position = 0;
    for (const length of this.#lengths) {
      yield await this.#read(position, length);
      position += length;
    }
  }

  /**
   * Streams the bytes once, including those that are still to be written, until `end()` is called. The spool closes
   * after the last byte, and when the reader cancels.
   */
  stream(): ReadableStream<Uint8Array> {
    let position = 0;
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          try {
            await this.waitBeyond(position);
          } catch (error) {
            await this.close();
            throw error;
          }
          const length = Math.min(READ_BYTES, this.#size - position);
          if (length > 0) {
            controller.enqueue(await this.#read(position, length));
            position += length;
            return;
          }
          await this.close();
          controller.close();
        },
        cancel: () => this.close(),
      },
      { highWaterMark: 1 },
    );
  }

  async close(): Promise<void> {
    this.#state = 'closed';
    const file = this.#file;
    this.#file = undefined;
    this.#memory = [];
    this.#wake();
    await file?.close();
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  async #read(position: number, length: number): Promise<Buffer> {
    if (this.#file) return readAll(this.#file, position, length);
    let from = position;
    const parts: Buffer[] = [];
    let missing = length;
    for (const chunk of this.#memory) {
      if (from < chunk.length && missing > 0) {
        const part = chunk.subarray(from, from + missing);
        parts.push(part);
        missing -= part.length;
      }
      from = Math.max(0, from - chunk.length);
    }
    return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
  }
}

/** The reader has cancelled before the writer was done. */
export class ReaderGone extends Error {
  override readonly name = 'ReaderGone';
}

async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `waybill-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}

/** Writes at a position of its own, since reads may come in between. */
async function writeAll(file: FileHandle, position: number, chunk: Buffer): Promise<void> {
  for (let written = 0; written < chunk.length; ) {
    const { bytesWritten } = await file.write(chunk, written, chunk.length - written, position + written);
    written += bytesWritten;
  }
}

async function readAll(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  for (let filled = 0; filled < length; ) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) throw new Error('A temporary file is shorter than what was written to it.');
    filled += bytesRead;
  }
  return buffer;
}

const COMMA = Buffer.from(',');

/** Writes JSON texts, separated by commas. */
export async function spoolRows(spool: Spool, batches: AsyncIterable<Buffer[]>): Promise<void> {
  let first = true;
  for await (const rows of batches) {
    const parts = rows.flatMap((row, index) => (first && index === 0 ? [row] : [COMMA, row]));
    if (rows.length > 0) first = false;
    await spool.write(Buffer.concat(parts));
  }
}

/** Joins many small texts into chunks of about a megabyte. No chunk ends within a text. */
export class SpoolWriter {
  readonly #spool: Spool;
  #texts: string[] = [];
  #length = 0;

  constructor(spool: Spool) {
    this.#spool = spool;
  }

  /** Returns a promise only when the chunk is full and has to be written first. */
  add(text: string): Promise<void> | undefined {
    this.#texts.push(text);
    this.#length += text.length;
    return this.#length > CHUNK_LENGTH ? this.flush() : undefined;
  }

  async flush(): Promise<void> {
    const text = this.#texts.join('');
    this.#texts = [];
    this.#length = 0;
    await this.#spool.write(Buffer.from(text));
  }
}

const CHUNK_LENGTH = 1024 * 1024;
