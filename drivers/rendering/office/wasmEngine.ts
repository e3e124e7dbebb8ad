import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { LibreOfficeConverter } from '@matbee/libreoffice-converter';

const load = createRequire(import.meta.url);
const INPUT = '/tmp/input/document';
const OUTPUT = '/tmp/output/document';
/** Index of the argument of `_emscripten_thread_init` that says whether the thread may block. */
const CAN_BLOCK = 3;

/** LibreOffice in this process, compiled to WebAssembly. Its file system is in memory, and it has no network. */
export interface OfficeEngine {
  /**
   * @param read   extension of the file name, by which LibreOffice selects the import filter: `html`, `xls`
   * @param format extension of the output
   * @throws DocumentRefused if the document cannot be read or written, DocumentFailed if LibreOffice fails at it. After any
   * other error the engine is unusable.
   */
  convert(document: Uint8Array, read: string, format: string, options: string): Uint8Array;
}

export class DocumentRefused extends Error {
  override readonly name = 'DocumentRefused';
}

/** An exception of LibreOffice itself. The engine serves on, but may have lost memory. */
export class DocumentFailed extends Error {
  override readonly name = 'DocumentFailed';
}

/**
 * Instantiates the engine with a main thread that declares itself unable to block. The engine's threads delegate file
 * calls to the main thread. If it could block in a wait, as outside a browser, it would not serve them: four of ten
 * fresh engines hung in their first conversion.
 */
function instantiateUnblocked(binary: Uint8Array<ArrayBuffer>, failed: (error: unknown) => void) {
  return (
    imports: Bun.WebAssembly.Imports,
    receive: (instance: object, module: WebAssembly.Module) => void,
  ): object => {
    WebAssembly.instantiate(binary, imports).then(({ instance, module }) => {
      const init = instance.exports._emscripten_thread_init as (...args: number[]) => void;
      const _emscripten_thread_init = (...args: number[]): void => init(...args.with(CAN_BLOCK, 0));
      receive({ exports: { ...instance.exports, _emscripten_thread_init } }, module);
    }, failed);
    return {};
  };
}

export async function makeOfficeEngine(): Promise<OfficeEngine> {
  const loader = load('@matbee/libreoffice-converter/wasm/loader');
  const binary = readFileSync(join(loader.wasmDir, 'soffice.wasm'));
  const wasmLoader = {
    ...loader,
    createModule: (config: object) =>
      new Promise((resolve, reject) => {
        const instantiateWasm = instantiateUnblocked(binary, reject);
        // Given a binary, the loader does not read the file again.
        loader.createModule({ ...config, wasmBinary: new ArrayBuffer(1), instantiateWasm }).then(resolve, reject);
      }),
  };
  const converter = new LibreOfficeConverter({ wasmLoader });
  await converter.initialize();
  const files = converter.getModule()?.FS;
  const kit = converter.getLokBindings();
  if (!files || !kit) throw new Error('LibreOffice did not start');

  const remove = (path: string): void => {
    try {
      files.unlink(path);
    } catch {
      // The file was never written.
    }
  };
  return {
    convert(document, read, format, options) {
      const input = `${INPUT}.${read}`;
      const output = `${OUTPUT}.${format}`;
      files.writeFile(input, document);
      try {
        const opened = refused(() => kit.documentLoad(input));
        try {
          refused(() => kit.documentSaveAs(opened, output, format, options));
        } finally {
          kit.documentDestroy(opened);
        }
        return files.readFile(output) as Uint8Array;
      } finally {
        remove(input);
        remove(output);
      }
    },
  };
}

function refused<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (String(error) === '[object WebAssembly.Exception]')
      throw new DocumentFailed('LibreOffice has thrown an exception');
    // A fault of the engine itself is a WebAssembly.RuntimeError or the like.
    if (error instanceof Error && /^Failed to (load|save)/.test(error.message))
      throw new DocumentRefused(error.message);
    throw error;
  }
}
