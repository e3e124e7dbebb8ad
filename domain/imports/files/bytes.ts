import { PassThrough, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { badRequest } from '../../errors.ts';
import { messageOf } from '../../runtime/errorDetails.ts';

export interface ByteLimits {
  /** Maximum unpacked size of a gzip file, in bytes. */
  readonly unpacked: number;
  /** Maximum size of one record, in bytes. */
  readonly record: number;
}

const MB = 1024 * 1024;

export const defaultLimits: ByteLimits = { unpacked: 1024 * MB, record: 128 * MB };

/** Real records have a ratio of 10 to 20; the maximum of deflate is about 1000. */
const MAX_RATIO = 200;
/** Unpacked size from which the ratio is checked; the ratio of a smaller file means little. */
const RATIO_FROM = 32 * MB;

/** Yields the bytes of a file, unpacked if its first two bytes are those of gzip. */
export async function* fileBytes(
  source: ReadableStream<Uint8Array>,
  limits: ByteLimits,
  at: string,
): AsyncGenerator<Uint8Array> {
  const chunks = nonEmpty(source);
  const first = await chunks.next();
  if (first.done) return;
  let head = first.value;
  if (head.length === 1) {
    const second = await chunks.next();
    if (!second.done) head = Buffer.concat([head, second.value]);
  }
  const whole = prepend(head, chunks);
  if (head[0] === 0x1f && head[1] === 0x8b) yield* unpack(whole, limits, at);
  else yield* whole;
}

async function* nonEmpty(source: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) if (chunk.length > 0) yield chunk;
}

async function* prepend(head: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head;
  yield* rest;
}

async function* unpack(packed: AsyncGenerator<Uint8Array>, limits: ByteLimits, at: string): AsyncGenerator<Uint8Array> {
  let packedBytes = 0;
  let unpackedBytes = 0;
  let failure: unknown;
  const counted = async function* () {
    try {
      for await (const chunk of packed) {
        packedBytes += chunk.length;
        yield chunk;
      }
    } catch (error) {
      // An error of the upload is reported as itself, not as broken gzip.
      failure = error;
      throw error;
    }
  };
  const gunzip = createGunzip();
  const unpacked = new PassThrough({ highWaterMark: 4 });
  const input = Readable.from(counted(), { objectMode: false });
  input.on('error', (error) => gunzip.destroy(error));
  gunzip.on('error', (error) => unpacked.destroy(error));
  input.pipe(gunzip).pipe(unpacked);
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      unpackedBytes += chunk.length;
      if (unpackedBytes > limits.unpacked) {
        throw badRequest('The file is too large.', [
          `${at}: unpacks to more than ${Math.floor(limits.unpacked / MB)} MB`,
        ]);
      }
      if (unpackedBytes > RATIO_FROM && unpackedBytes > MAX_RATIO * packedBytes) {
        throw badRequest('The file is too large.', [`${at}: unpacks to more than ${MAX_RATIO} times its size`]);
      }
      yield chunk;
    }
  } catch (error) {
    if (failure) throw failure;
    if (error instanceof Error && error.name === 'ServiceError') throw error;
    throw badRequest('The gzip data are damaged or incomplete.', [`${at}: is broken gzip, ${messageOf(error)}`]);
  } finally {
    input.destroy();
    gunzip.destroy();
    unpacked.destroy();
  }
}
