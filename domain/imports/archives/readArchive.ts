import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { badRequest, ServiceError } from '../../errors.ts';
import { defaultLimits } from '../files/bytes.ts';

/** A file of an archive. Its stream must be read before the next file is requested. */
export interface ArchivedFile {
  readonly name: string;
  readonly stream: ReadableStream<Uint8Array>;
}

/** Limits the work for archives that Waybill did not write. */
const MAX_FILES = 1_000;

/**
 * Yields the files of a zip or tar.gz, which its first bytes distinguish. Skips folders. Throws a 400 for input that is neither, is
 * broken, or unpacks to more than {@link defaultLimits} allows.
 */
export async function* readArchive(source: ReadableStream<Uint8Array>): AsyncGenerator<ArchivedFile> {
  const bytes = Buffer.from(await new Response(source).arrayBuffer());
  if (bytes.length === 0) throw badRequest('The input is empty.', ['file: is empty']);
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isZip && !isGzip) throw badRequest('The file is not an archive.', ['file: must be a zip or a tar.gz']);
  const limits = new Limits();
  const broken = (error: unknown): unknown => {
    if (error instanceof ServiceError || !(error instanceof Error)) return error;
    const problem = `file: is a broken ${isZip ? 'zip' : 'tar.gz'}, ${error.message}`;
    return badRequest('The archive cannot be read.', [problem]);
  };
  try {
    for await (const file of isZip ? zipFiles(bytes) : tarFiles(bytes)) {
      limits.count(file.name);
      yield { name: file.name, stream: limited(file.content, limits, broken) };
    }
  } catch (error) {
    throw broken(error);
  }
}

interface Packed {
  readonly name: string;
  readonly content: Readable;
}

async function* zipFiles(bytes: Buffer): AsyncGenerator<Packed> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, opened) => (error ? reject(error) : resolve(opened)));
  });
  try {
    for (;;) {
      const entry = await nextEntry(zip);
      if (!entry) return;
      if (entry.fileName.endsWith('/')) continue;
      const content = await new Promise<Readable>((resolve, reject) => {
        zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
      });
      yield { name: entry.fileName, content };
    }
  } finally {
    zip.close();
  }
}

function nextEntry(zip: ZipFile): Promise<Entry | undefined> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void): void => {
      zip.removeAllListeners();
      end();
    };
    zip.once('entry', (entry: Entry) => settle(() => resolve(entry)));
    zip.once('end', () => settle(() => resolve(undefined)));
    zip.once('error', (error) => settle(() => reject(error)));
    zip.readEntry();
  });
}

async function* tarFiles(bytes: Buffer): AsyncGenerator<Packed> {
  const files = extract();
  const gunzip = createGunzip();
  gunzip.on('error', (error) => files.destroy(error));
  Readable.from([bytes]).pipe(gunzip).pipe(files);
  for await (const content of files) {
    if (content.header.type === 'file') yield { name: content.header.name, content: content as unknown as Readable };
    else content.resume();
  }
}

/** Limits the number and the total unpacked size of the files, because a small upload may unpack to any size. */
class Limits {
  #files = 0;
  #bytes = 0;

  count(name: string): void {
    if (++this.#files > MAX_FILES)
      throw badRequest('The archive is too large.', [`${name}: more than ${MAX_FILES} files`]);
  }

  add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= defaultLimits.unpacked) return;
    throw badRequest('The archive is too large.', [
      `file: unpacks to more than ${defaultLimits.unpacked / 1024 / 1024} MB`,
    ]);
  }
}

function limited(content: Readable, limits: Limits, broken: (error: unknown) => unknown): ReadableStream<Uint8Array> {
  const chunks = content[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next().catch((error: unknown) => {
          throw broken(error);
        });
        if (done) return controller.close();
        limits.add(value.length);
        controller.enqueue(value);
      },
      cancel: () => void content.destroy(),
    },
    { highWaterMark: 1 },
  );
}
