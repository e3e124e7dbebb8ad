import { expect } from 'bun:test';
import { fromBuffer } from 'yauzl';

/** Returns the texts of the files of a zip by name. */
export async function unzipped(answer: Response): Promise<Map<string, string>> {
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  return unzippedBytes(Buffer.from(await answer.arrayBuffer()));
}

export async function unzippedBytes(bytes: Buffer): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  await new Promise<void>((resolve, reject) =>
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      zip.on('end', resolve).on('error', reject);
      zip.on('entry', (entry) =>
        zip.openReadStream(entry, async (failure, stream) => {
          if (failure) return reject(failure);
          files.set(entry.fileName, await new Response(stream as unknown as ReadableStream).text());
          zip.readEntry();
        }),
      );
      zip.readEntry();
    }),
  );
  return files;
}
