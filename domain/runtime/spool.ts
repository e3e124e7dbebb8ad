import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What is smaller never touches the disk. */
const IN_MEMORY = 2 * 1024 * 1024;
const READ_BYTES = 256 * 1024;

/**
 * Bytes put aside between their making and their use, in memory while they are few and in a temporary file beyond:
 * a transaction ends before a slow client has read its answer, and memory does not grow with the rows.
 * What is written can be read while more is written. The file has no name once it is open, so that nothing of it is left whatever becomes of the process.
 */
export class Spool {
  #memory: Buffer[] = [];
  #file: FileHandle | undefined;
  readonly #lengths: number[] = [];
  #size = 0;
  #state: 'open' | 'ended' | 'closed' = 'open';
  #failure: unknown;
  #waiting: (() => void)[] = [];

  /** How many bytes are there to be read. */
  get size(): number {
    return this.#size;
  }

  /** Throws once the reader went away: whoever makes the bytes can stop. */
  async write(chunk: Buffer): Promise<void> {
    if (this.#state === 'closed') throw new ReaderGone();
    if (chunk.length === 0) return;
    if (!this.#file && this.#size + chunk.length <= IN_MEMORY) this.#memory.push(chunk);
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

  /** No more is written; with a failure the reader is cut off where it is. */
  end(failure?: unknown): void {
    if (this.#state === 'open') this.#state = 'ended';
    this.#failure = failure;
    this.#wake();
  }

  /** Resolves when there are more bytes than these, or all there are. */
  async waitBeyond(size: number): Promise<void> {
    while (this.#size <= size && this.#state === 'open') {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** The chunks as they were written, again at each call. */
  async *chunks(): AsyncGenerator<Buffer> {
    let position = 0;
    for (const length of this.#lengths) {
      yield await this.#read(position, length);
      position += length;
    }
  }

  /**
   * The bytes, once, those still to be written included: it ends when end() is called. The spool is closed then, and
   * when the reader goes away.
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

/** Whoever was to read the bytes did not wait for them. */
export class ReaderGone extends Error {
  override readonly name = 'ReaderGone';
}

async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `waybill-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}

/** At the end of the file, whatever was read in between. */
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
    if (bytesRead === 0) throw new Error('a temporary file ended too early');
    filled += bytesRead;
  }
  return buffer;
}

const COMMA = Buffer.from(',');

/** Texts of JSON, a comma between any two. */
export async function spoolRows(spool: Spool, batches: AsyncIterable<Buffer[]>): Promise<void> {
  let first = true;
  for await (const rows of batches) {
    const parts = rows.flatMap((row, index) => (first && index === 0 ? [row] : [COMMA, row]));
    if (rows.length > 0) first = false;
    await spool.write(Buffer.concat(parts));
  }
}

/** Writes many small texts as few chunks, each of whole texts: about a megabyte. */
export class SpoolWriter {
  readonly #spool: Spool;
  #texts: string[] = [];
  #length = 0;

  constructor(spool: Spool) {
    this.#spool = spool;
  }

  /** Resolves nothing while there is room: await it only when it answers a promise. */
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
