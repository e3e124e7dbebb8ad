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
 * The file has no name once it is open, so that nothing of it is left whatever becomes of the process.
 */
export class Spool {
  #memory: Buffer[] = [];
  #file: FileHandle | undefined;
  readonly #lengths: number[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  async write(chunk: Buffer): Promise<void> {
    if (chunk.length === 0) return;
    this.#lengths.push(chunk.length);
    this.#size += chunk.length;
    if (!this.#file && this.#size <= IN_MEMORY) {
      this.#memory.push(chunk);
      return;
    }
    if (!this.#file) {
      this.#file = await openNameless();
      for (const earlier of this.#memory) await writeAll(this.#file, earlier);
      this.#memory = [];
    }
    await writeAll(this.#file, chunk);
  }

  /** The chunks as they were written, again at each call. */
  async *chunks(): AsyncGenerator<Buffer> {
    if (!this.#file) {
      yield* this.#memory;
      return;
    }
    let position = 0;
    for (const length of this.#lengths) {
      yield await readAll(this.#file, position, length);
      position += length;
    }
  }

  /** All of it, once: the spool is closed at the end, on an error, and when the reader goes away. */
  stream(): ReadableStream<Uint8Array> {
    let position = 0;
    const memory = this.#memory;
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          if (!this.#file) {
            const chunk = memory[position++];
            if (chunk) controller.enqueue(chunk);
            else controller.close();
            return;
          }
          const length = Math.min(READ_BYTES, this.#size - position);
          if (length === 0) {
            await this.close();
            controller.close();
            return;
          }
          controller.enqueue(await readAll(this.#file, position, length));
          position += length;
        },
        cancel: () => this.close(),
      },
      { highWaterMark: 1 },
    );
  }

  async close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    this.#memory = [];
    await file?.close();
  }
}

async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `waybill-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}

async function writeAll(file: FileHandle, chunk: Buffer): Promise<void> {
  for (let written = 0; written < chunk.length; ) {
    written += (await file.write(chunk, written, chunk.length - written, null)).bytesWritten;
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
