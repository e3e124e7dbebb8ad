import { fromBuffer } from 'yauzl';
import { ZipFile } from 'yazl';

/** Replaces the texts of files of a zip, each by its own function. The order of the files remains. */
export async function editZip(
  content: Uint8Array,
  edits: ReadonlyMap<string, (text: string) => string>,
): Promise<Uint8Array> {
  const files = await filesOf(content);
  const zip = new ZipFile();
  for (const [name, bytes] of files) {
    if (name.endsWith('/')) {
      zip.addEmptyDirectory(name);
      continue;
    }
    const edit = edits.get(name);
    const written = edit ? Buffer.from(edit(bytes.toString())) : bytes;
    // Programs recognise an OpenDocument by its first file, which they find as it is.
    zip.addBuffer(written, name, { compress: name !== 'mimetype' });
  }
  zip.end();
  return new Uint8Array(await new Response(zip.outputStream as unknown as ReadableStream).arrayBuffer());
}

/** Returns the text of one file of a zip; empty if it is not there. */
export async function textInZip(content: Uint8Array, name: string): Promise<string> {
  return (await filesOf(content, name)).get(name)?.toString() ?? '';
}

async function filesOf(content: Uint8Array, only?: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  await new Promise<void>((resolve, reject) =>
    fromBuffer(Buffer.from(content), { lazyEntries: true }, (failure, zip) => {
      if (failure) return reject(failure);
      zip.on('end', resolve).on('error', reject);
      zip.on('entry', (entry) => {
        if (only !== undefined && entry.fileName !== only) return zip.readEntry();
        zip.openReadStream(entry, async (error, stream) => {
          if (error) return reject(error);
          const parts: Buffer[] = [];
          for await (const part of stream) parts.push(part as Buffer);
          files.set(entry.fileName, Buffer.concat(parts));
          zip.readEntry();
        });
      });
      zip.readEntry();
    }),
  );
  return files;
}
