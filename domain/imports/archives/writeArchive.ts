import { PassThrough, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { ZipFile } from 'yazl';
import { asError } from '../../runtime/errorDetails.ts';
import type { Spool } from '../../runtime/spool.ts';

export type ArchiveFormat = 'zip' | 'tar.gz';

/** A file to be archived. Its spool is closed after it has been read. */
export interface FileToArchive {
  readonly name: string;
  readonly content: Spool;
}

/** Returns the files as one archive, which is packed while it is read. */
export function writeArchive(
  files: readonly FileToArchive[],
  format: ArchiveFormat,
  when: Date,
): ReadableStream<Uint8Array> {
  const out = new PassThrough();
  const written = format === 'zip' ? writeZip(files, out, when) : writeTar(files, out, when);
  written.catch((error: unknown) => out.destroy(asError(error)));
  // A client that disconnects leaves spools unread.
  out.once('close', () => void Promise.all(files.map(({ content }) => content.close())));
  return Readable.toWeb(out) as unknown as ReadableStream<Uint8Array>;
}

async function writeZip(files: readonly FileToArchive[], out: PassThrough, when: Date): Promise<void> {
  const zip = new ZipFile();
  // After a disconnect the spools are closed, and their sizes differ from the announced ones.
  zip.on('error', (error) => out.destroy(asError(error)));
  zip.outputStream.pipe(out);
  for (const { name, content } of files) {
    zip.addReadStream(Readable.from(content.chunks()), name, { mtime: when, size: content.size });
  }
  zip.end();
}

async function writeTar(files: readonly FileToArchive[], out: PassThrough, when: Date): Promise<void> {
  const tar = pack();
  tar.pipe(createGzip()).pipe(out);
  for (const { name, content } of files) {
    await new Promise<void>((resolve, reject) => {
      const entry = tar.entry({ name, size: content.size, mtime: when }, (error) =>
        error ? reject(error) : resolve(),
      );
      Readable.from(content.chunks())
        .on('error', reject)
        .pipe(entry as unknown as NodeJS.WritableStream);
    });
  }
  tar.finalize();
}
